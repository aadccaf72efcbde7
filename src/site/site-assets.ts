// Every file that a page of a site asks for, apart from content.css. The scripts import one another by relative
// address, so all of them have to be served from the same folder.
export const SITE_ASSETS: Readonly<Record<string, string>> = {
  'site.css': 'text/css; charset=utf-8',
  'finder.css': 'text/css; charset=utf-8',
  'preview.css': 'text/css; charset=utf-8',
  'site.js': 'text/javascript; charset=utf-8',
  'sidebar.js': 'text/javascript; charset=utf-8',
  'outline.js': 'text/javascript; charset=utf-8',
  'copy.js': 'text/javascript; charset=utf-8',
  'search.js': 'text/javascript; charset=utf-8',
  'diagrams.js': 'text/javascript; charset=utf-8',
}
