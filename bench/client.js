/** Asks the API, and minds refusals; `text` leaves the answer unread. */
export function client(url, token) {
  async function text(method, path, body) {
    const response = await fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      body: body && JSON.stringify(body),
    })
    const answer = await response.text()
    if (!response.ok)
      throw new Error(`${method} ${path} answered ${response.status}: ${answer.slice(0, 300)}`)
    return answer
  }

  async function api(...request) {
    const answer = await text(...request)
    return answer === '' ? undefined : JSON.parse(answer)
  }
  return Object.assign(api, { text })
}
