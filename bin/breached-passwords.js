// Makes src/world/passwords/breached-passwords.bin of lists of passwords, one a line:
//   node bin/breached-passwords.js list.txt other.txt.gz …
// Run by hand, when the lists change; decision 071 says which they are.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

/** As the reader has it: src/world/passwords/breached-passwords.ts. */
const BYTES = 5
const [SHORTEST, LONGEST] = [10, 200]

const passwords = new Set()
for (const file of process.argv.slice(2)) {
  const bytes = readFileSync(file)
  const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
  for (const line of text.split(/\r?\n/)) {
    const password = line.normalize('NFKC').toLowerCase()
    const { length } = [...password]
    if (length >= SHORTEST && length <= LONGEST) passwords.add(password)
  }
}
const marks = [...passwords].map((password) =>
  createHash('sha256').update(password).digest().subarray(0, BYTES),
)
const target = new URL('../src/world/passwords/breached-passwords.bin', import.meta.url)
writeFileSync(target, Buffer.concat(marks.sort(Buffer.compare)))
console.log(`${passwords.size} passwords`)
