// Every file the page asks for. The scripts import one another by relative address, so all of them have to
// be served from the same folder.
export const REFERENCE_ASSETS: Readonly<Record<string, string>> = {
  'reference.css': 'text/css; charset=utf-8',
  'operation.css': 'text/css; charset=utf-8',
  'rows.css': 'text/css; charset=utf-8',
  'try-it.css': 'text/css; charset=utf-8',
  'theme.js': 'text/javascript; charset=utf-8',
  'reference.js': 'text/javascript; charset=utf-8',
  'sidebar.js': 'text/javascript; charset=utf-8',
  'highlight.js': 'text/javascript; charset=utf-8',
  'copy.js': 'text/javascript; charset=utf-8',
  'matching.js': 'text/javascript; charset=utf-8',
  'missing.js': 'text/javascript; charset=utf-8',
  'parts.js': 'text/javascript; charset=utf-8',
  'try-it.js': 'text/javascript; charset=utf-8',
  'try-it-result.js': 'text/javascript; charset=utf-8',
  'mark.svg': 'image/svg+xml',
}
