// The fields that a request can not be sent without and that have nothing in them; spaces are nothing.
export function missingOf(fields) {
  return fields.filter((field) => field.required && field.value.trim() === '')
}

export function missingWords(name) {
  return `Fill in ${name} to send the request.`
}
