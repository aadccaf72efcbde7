import { createRequire } from 'node:module'
import highlighter from 'highlight.js/lib/core'

// The languages that code can be coloured in. Each is loaded when a page first asks for it. The names come from strangers:
// only what is here is ever looked for.

const NAMES = new Set(
  `ada apache applescript arduino armasm asciidoc autohotkey awk bash basic c capnproto clojure cmake coffeescript coq
  cpp crystal csharp css d dart delphi diff django dns dockerfile dos ebnf elixir elm erb erlang excel fortran fsharp
  gcode gherkin glsl go gradle graphql groovy haml handlebars haskell haxe http ini java javascript json julia kotlin
  latex ldif less lisp llvm lua makefile markdown matlab nginx nim nix nsis objectivec ocaml openscad perl pgsql
  php-template php powershell processing prolog properties protobuf puppet python-repl python qml r ruby rust sas scala
  scheme scss shell smalltalk sml sql stata stylus swift tcl thrift twig typescript vala vbnet vbscript verilog vhdl vim
  wasm x86asm xml xquery yaml`.split(/\s+/),
)

const ALIASES = new Map(
  `adoc asciidoc apacheconf apache bat dos batch dos c# csharp c++ cpp capnp capnproto cc cpp cjs javascript clj clojure
  cmd dos coffee coffeescript console shell cr crystal cs csharp cshtml xml cts typescript cxx cpp desktop ini docker
  dockerfile dotenv properties edn clojure env properties erl erlang ex elixir exs elixir f# fsharp f90 fortran feature
  gherkin fs fsharp golang go gql graphql gyp python h c hbs handlebars hcl ini hh cpp hpp cpp hs haskell htm xml html xml
  https http hx haxe ino arduino jinja django jinja2 django js javascript json5 json jsonc json jsonl json jsp java jsx
  javascript kt kotlin kts kotlin liquid django mak makefile make makefile md markdown mdx markdown mjs javascript mk
  makefile ml ocaml mm objectivec mts typescript nginxconf nginx nixos nix objc objectivec objective-c objectivec obj-c
  objectivec osascript applescript pas delphi pascal delphi patch diff pde processing pl perl plist xml plpgsql pgsql pm
  perl postgres pgsql postgresql pgsql pp puppet proto protobuf ps1 powershell pwsh powershell py python pycon python-repl
  razor xml rb ruby rs rust rss xml scm scheme scad openscad sh bash shell-session shell shellsession shell styl stylus
  svelte xml svg xml systemd ini terraform ini tex latex tf ini toml ini ts typescript tsx typescript v verilog vb vbnet
  vbs vbscript vue xml wsdl xml xhtml xml xsd xml xsl xml xslt xml yml yaml zsh bash`
    .split(/\s+/)
    .reduce<[string, string][]>((pairs, word) => {
      const last = pairs.at(-1)
      if (last && last[1] === '') last[1] = word
      else pairs.push([word, ''])
      return pairs
    }, []),
)

/** Languages that others hold. They are there first, so that colours do not depend on which page came before. */
const WITHIN: Readonly<Record<string, readonly string[]>> = {
  django: ['xml'],
  dockerfile: ['bash'],
  erb: ['xml', 'ruby'],
  handlebars: ['xml'],
  http: ['json', 'xml'],
  javascript: ['xml', 'css', 'graphql'],
  markdown: ['xml'],
  'php-template': ['xml', 'php'],
  shell: ['bash'],
  twig: ['xml'],
  typescript: ['xml', 'css', 'graphql'],
  xml: ['css', 'javascript'],
}

/** The name of a known language, as people write it in any way; undefined for all others. */
export function languageNamed(syntax: string): string | undefined {
  const name = syntax.trim().toLowerCase()
  const known = ALIASES.get(name) ?? name
  return NAMES.has(known) ? known : undefined
}

const require = createRequire(import.meta.url)
const usual = highlighter.newInstance()
// What a request carries is guessed among all languages that are there: for it there are two.
const forRequests = highlighter.newInstance()

type Highlighter = typeof highlighter

/** HTML with a class for each kind of word: spans, and text that is escaped. */
export function colouredHtml(code: string, language: string): string {
  const instance = language === 'http' ? forRequests : usual
  load(instance, language)
  return instance.highlight(code, { language, ignoreIllegals: true }).value
}

function load(instance: Highlighter, name: string): void {
  if (instance.getLanguage(name) || !NAMES.has(name)) return
  instance.registerLanguage(name, require(`highlight.js/lib/languages/${name}`))
  for (const inner of WITHIN[name] ?? []) load(instance, inner)
}
