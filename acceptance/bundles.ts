// Scripts of integrations as their authors publish them: written with the public runtime, bundled into one file.
import { join } from 'node:path'
import { build, type Rolldown } from 'vite'

export async function bundle(name: string, format: 'es' | 'iife' = 'es'): Promise<string> {
  const built = (await build({
    configFile: false,
    logLevel: 'silent',
    define: { MODE: JSON.stringify('production'), 'process.env.NODE_ENV': JSON.stringify('production') },
    build: {
      write: false,
      minify: true,
      target: 'es2020',
      lib: {
        entry: join(import.meta.dirname, 'integrations', `${name}.js`),
        formats: [format],
        name: '__gitbook_integration',
        fileName: 'script',
      },
    },
  })) as Rolldown.RolldownOutput[]
  return built[0]?.output[0].code ?? ''
}
