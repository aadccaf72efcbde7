/** Whether a text may be an address: mail tells whether it is one. */
export function isEmailAddress(text: string): boolean {
  return text.length <= 254 && /^[^\s@<>"',;:\\]+@[^\s@<>"',;:\\]+$/.test(text)
}
