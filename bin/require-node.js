// Says which Node it takes, rather than to stop at words that an older one does not know. So this file and quire.js are
// written in what Node 12 could read, and import nothing else; test/laws/old-node.test.ts looks.
const OLDEST = [20, 19]

const version = process.versions.node
const [major, minor] = version.split('.').map(Number)
if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
  const advice = 'install it from https://nodejs.org.'
  console.error(`Quire needs Node ${OLDEST.join('.')} or later, and this is ${version}: ${advice}`)
  process.exit(2)
}
