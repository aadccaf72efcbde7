// Blocks that integrations draw: what readers do with them is sent to the site, which answers with what to show instead.

const OWN = '[data-kit-state]'
/** The block that opened a dialog. */
const openers = new WeakMap()

export function startBlocks() {
  document.addEventListener('input', ({ target }) => {
    if (target.matches?.(`.kit ${OWN}`)) tellFrames(target.closest('.kit'))
  })
  addEventListener('message', onMessage)
  for (const block of document.querySelectorAll('.kit')) tellFrames(block)
}

/** A click, or a control that changed. */
export function onUse(type, target) {
  const wanted = type === 'click' ? 'button' : OWN
  const control = target.closest?.(`.kit ${wanted}[data-kit-action]`)
  if (control) act(control)
}

function act(control) {
  const { kitConfirm, kitAction } = control.dataset
  if (kitConfirm && !confirm(kitConfirm)) return
  perform(control.closest('.kit'), JSON.parse(kitAction))
}

function perform(block, action) {
  switch (action.action) {
    case '@ui.modal.open':
      return openDialog(block, action)
    case '@ui.modal.close':
      return closeDialog(block, action.returnValue ?? returnOf(block))
    default:
      return update(block, action)
  }
}

function returnOf(block) {
  const { kitReturn } = block.querySelector('[data-kit-return]')?.dataset ?? {}
  return kitReturn ? JSON.parse(kitReturn) : {}
}

/** What the component remembers, with what is filled in now. */
function memoryOf(block) {
  const memory = JSON.parse(block.dataset.kitMemory)
  const lists = new Set()
  for (const field of block.querySelectorAll(OWN)) {
    if (field.closest('.kit') !== block) continue
    const { kitState: name, kitValue } = field.dataset
    const value = kitValue === undefined ? undefined : JSON.parse(kitValue)
    if (field.type === 'checkbox' && kitValue !== undefined) {
      if (!lists.has(name)) memory[name] = []
      lists.add(name)
      if (field.checked) memory[name].push(value)
    } else if (field.type === 'checkbox') memory[name] = field.checked
    else if (field.type === 'radio') {
      if (field.checked) memory[name] = value
    } else if (field.multiple) memory[name] = [...field.selectedOptions].map((option) => option.value)
    else memory[name] = field.value
  }
  return memory
}

async function ask(block, told) {
  const { kit, kitFrames } = block.dataset
  block.setAttribute('aria-busy', 'true')
  block.querySelector('.kit-problem')?.remove()
  try {
    const response = await fetch(kit, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...told, frames: kitFrames ? kitFrames.split(' ') : [] }),
    })
    if (!response.ok) throw new Error(response.statusText)
    return await response.json()
  } catch {
    const problem = document.createElement('p')
    problem.className = 'kit-problem'
    problem.role = 'alert'
    problem.textContent = block.dataset.kitFailed
    block.append(problem)
  } finally {
    block.removeAttribute('aria-busy')
  }
}

async function update(block, action) {
  const { kitComponent: component, kitProps } = block.dataset
  const answer = await ask(block, { component, props: JSON.parse(kitProps), state: memoryOf(block), action })
  if (answer?.html) replace(block, answer.html)
  if (answer?.complete) closeDialog(block, answer.complete)
}

/** It comes from our own server, which escapes what is in it. */
function parse(html) {
  const template = document.createElement('template')
  template.innerHTML = html
  return template.content.firstElementChild
}

function replace(block, html) {
  const fresh = parse(html)
  if (!fresh) return
  const places = (one) => [...one.querySelectorAll('a, button, input, select, textarea')]
  const at = places(block).indexOf(document.activeElement)
  block.replaceWith(fresh)
  if (at >= 0) places(fresh)[at]?.focus()
  tellFrames(fresh)
}

async function openDialog(block, { componentId, props }) {
  const answer = await ask(block, { component: componentId, props })
  const inside = answer?.html && parse(answer.html)
  if (!inside) return
  const dialog = document.createElement('dialog')
  dialog.className = 'kit-dialog'
  const close = document.createElement('button')
  Object.assign(close, { type: 'button', className: 'button secondary kit-button' })
  close.textContent = block.dataset.kitClose
  close.addEventListener('click', () => dialog.close())
  dialog.append(inside, close)
  dialog.addEventListener('close', () => dialog.remove())
  openers.set(dialog, block)
  block.after(dialog)
  dialog.showModal()
  tellFrames(inside)
}

function closeDialog(block, returnValue) {
  const dialog = block.closest('.kit-dialog')
  const opener = dialog && openers.get(dialog)
  if (!opener) return
  dialog.close()
  update(opener, { action: '@ui.modal.close', returnValue })
}

/** Frames hear what the component gives them, and again whenever something of it changes. */
function tellFrames(block) {
  for (const frame of block.querySelectorAll('iframe[data-kit-told]')) tell(frame)
}

function tell(frame) {
  const block = frame.closest('.kit')
  const { kitTold, kitFollows } = frame.dataset
  if (!kitTold) return
  const state = JSON.parse(kitTold)
  const memory = memoryOf(block)
  for (const [name, key] of Object.entries(JSON.parse(kitFollows ?? '{}')))
    state[name] = memory[key] ?? state[name]
  // A frame that is no page of anybody has no origin to be named by.
  const to = frame.sandbox.contains('allow-same-origin') ? new URL(frame.src).origin : '*'
  frame.contentWindow?.postMessage({ state }, to)
}

function onMessage({ source, data }) {
  const frame = [...document.querySelectorAll('.kit iframe')].find((one) => one.contentWindow === source)
  const action = data?.action
  if (!frame || typeof action?.action !== 'string') return
  if (action.action === '@webframe.ready') tell(frame)
  else if (action.action === '@webframe.resize') resize(frame, action.size ?? action)
  else if (!action.action.startsWith('@') || action.action.startsWith('@ui.modal.'))
    perform(frame.closest('.kit'), action)
}

function resize(frame, { aspectRatio, height, maxHeight, maxWidth }) {
  const isLength = (value) => typeof value === 'number' && value > 0 && value < 10_000
  if (isLength(aspectRatio)) frame.style.aspectRatio = String(aspectRatio)
  if (isLength(maxHeight)) frame.style.maxHeight = `${maxHeight}px`
  if (isLength(maxWidth)) frame.style.maxWidth = `${maxWidth}px`
  if (isLength(height)) Object.assign(frame.style, { height: `${height}px`, aspectRatio: 'auto' })
}
