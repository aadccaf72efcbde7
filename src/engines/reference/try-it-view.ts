import type { Html } from '../html/html.ts'
import { html } from '../html/html.ts'
import { closeIcon } from './icons.ts'

// One empty form for the whole page; the browser fills it from the operation it is opened on.
export function tryItView(): Html {
  return html`<dialog class="try-it" id="try-it" aria-labelledby="try-title">
    <form class="try-form" id="try-form" novalidate>
    <header><div><h2 id="try-title"></h2><p class="endpoint"><b class="method" id="try-method"></b><code id="try-path"></code></p></div><button type="button" class="icon" id="try-close" aria-label="Close">${closeIcon}</button></header>
    <div class="try-panes">
    <div class="try-inputs">
    <fieldset><legend>Token</legend><label class="input"><span class="away">Bearer token</span><input type="password" id="try-token" autocomplete="off" spellcheck="false" placeholder="Paste a bearer token" aria-describedby="try-token-note"></label><p class="note" id="try-token-note">Kept in this browser tab until you close it. Samples never show it.</p></fieldset>
    <div id="try-parameters"></div>
    <fieldset id="try-body-part"><legend>Body <span class="media" id="try-media"></span></legend><label class="input"><span class="away">Request body</span><textarea id="try-body" rows="10" spellcheck="false" autocomplete="off" aria-describedby="try-body-note"></textarea></label><p class="note" id="try-body-note" role="status"></p></fieldset>
    <div class="try-send"><button type="submit" class="send" id="try-send">Send</button><span class="note"><kbd>Ctrl</kbd> <kbd>Enter</kbd></span></div>
    </div>
    <div class="try-results">
    <div id="try-sample"></div>
    <section class="result" id="try-result" aria-label="Response"></section><p class="away" id="try-said" role="status"></p>
    </div></div></form></dialog>`
}
