import { describe, expect, it } from 'vitest'
import { agentOf } from './user-agents.ts'

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'

describe('what a browser says of itself', () => {
  it.each([
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36`,
      'chrome desktop windows ',
    ],
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`,
      'edge desktop windows ',
    ],
    [
      `Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} Chrome/140.0 Safari/537.36 OPR/120.0`,
      'opera desktop linux ',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
      'safari desktop macos ',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
      'safari mobile ios ',
    ],
    ['Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1', 'safari tablet ios '],
    [
      `Mozilla/5.0 (Linux; Android 15; Pixel 9) ${WEBKIT} Chrome/140.0 Mobile Safari/537.36`,
      'chrome mobile android ',
    ],
    [
      `Mozilla/5.0 (Linux; Android 15; SM-X710) ${WEBKIT} Chrome/140.0 Safari/537.36`,
      'chrome tablet android ',
    ],
    ['Mozilla/5.0 (Windows NT 6.1; Trident/7.0; rv:11.0) like Gecko', 'ie desktop windows '],
    [
      'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
      'unknown unknown unknown googlebot',
    ],
    ['Mozilla/5.0 AppleWebKit/537.36 (compatible; GPTBot/1.2)', 'unknown unknown unknown chatgpt'],
    ['Mozilla/5.0 (compatible; ClaudeBot/1.0)', 'unknown unknown unknown anthropic'],
    ['SomeCrawler/1.0', 'unknown unknown unknown unknown'],
    ['curl/8.5.0', 'unknown unknown unknown unknown'],
    ['', 'unknown unknown unknown '],
  ])('%s is %s', (text, words) => {
    const { browser, device, system, bot } = agentOf(text)
    expect([browser, device, system, bot].join(' ')).toBe(words)
  })
})
