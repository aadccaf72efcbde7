import type { GitCall } from './process.ts'

/** Passes on only PATH: a proxy or a key in the environment would lead git elsewhere. */
export function environmentOf(path: string, { place, config = [], environment }: GitCall) {
  const all: [string, string][] = [
    ['core.hooksPath', '/dev/null'],
    ['core.fsmonitor', 'false'],
    ['credential.helper', ''],
    ['gc.auto', '0'],
    ['maintenance.auto', 'false'],
    // Larger files are neither compared for renames nor packed as differences.
    ['core.bigFileThreshold', '50m'],
    ...config,
  ]
  const settings = all.flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ])
  return {
    PATH: path,
    HOME: '/nonexistent',
    LC_ALL: 'C',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_SYSTEM: '/dev/null',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ASKPASS: '/bin/false',
    SSH_ASKPASS: '/bin/false',
    GIT_ALLOW_PROTOCOL: 'none',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_LITERAL_PATHSPECS: '1',
    GIT_DEFAULT_HASH: 'sha1',
    GIT_DEFAULT_REF_FORMAT: 'files',
    GIT_CONFIG_COUNT: String(all.length),
    ...Object.fromEntries(settings),
    ...(place && { GIT_DIR: place }),
    ...environment,
  }
}
