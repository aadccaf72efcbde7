import { describe, expect, it } from 'vitest'
import { openShelf } from '../../../../test/shelf.ts'

describe('search', () => {
  it('says so while a change is not found yet, and not any more when it is', async () => {
    const { as, admin, url, write, ask, organization, drain } = await openShelf()
    await write([{ title: 'Tides', markdown: 'curlew' }])
    expect(await ask('curlew')).not.toHaveProperty('outdated')
    const changes = [{ operation: 'insert_page', title: 'Marsh', document: { markdown: 'lapwing' } }]
    await as(admin).post(`${url}/content`, { changes }, 200)
    for (const where of [url, organization.url])
      expect(await ask('lapwing', where)).toEqual({ count: 0, items: [], outdated: true })
    await drain()
    for (const where of [url, organization.url]) {
      const answer = await ask('lapwing', where)
      expect(answer.count).toBe(1)
      expect(answer).not.toHaveProperty('outdated')
    }
  })

  it('waits for the index that is about to follow', async () => {
    const { as, admin, url, ask, drain, stopClock } = await openShelf()
    const changes = [{ operation: 'insert_page', title: 'Marsh', document: { markdown: 'lapwing' } }]
    await as(admin).post(`${url}/content`, { changes }, 200)
    // Time stands still for the search: it waits for the job however long that takes here.
    stopClock()
    const [answer] = await Promise.all([ask('lapwing'), drain()])
    expect(answer).toMatchObject({ count: 1, items: [{ title: 'Marsh' }] })
    expect(answer).not.toHaveProperty('outdated')
  })

  it('finds sections by their words, with path and address', async () => {
    const { ask, write, space, organization, pages } = await openShelf()
    await write([
      {
        title: 'Deploying',
        markdown:
          'Before you start.\n\n## Blue and green\n\nSwitch the **traffic** at the router.\n\n## Rolling\n\nOne by one.',
      },
    ])
    const [page] = await pages()
    const app = `http://quire.test/o/${organization.id}/s/${space.id}/deploying`
    expect(await ask('traffic router')).toEqual({
      count: 1,
      items: [
        {
          id: page.id,
          title: 'Deploying',
          path: 'deploying',
          urls: { app },
          sections: [
            {
              id: 'blue-and-green',
              title: 'Blue and green',
              path: 'deploying#blue-and-green',
              body: 'Switch the traffic at the router.',
              urls: { app: `${app}#blue-and-green` },
            },
          ],
        },
      ],
    })
    expect((await ask('traffic router', organization.url)).items).toMatchObject([
      { id: space.id, title: 'Guide', pages: [{ id: page.id, sections: [{ id: 'blue-and-green' }] }] },
    ])
    expect((await ask('before')).items[0].sections).toMatchObject([
      { id: page.id, title: 'Deploying', path: 'deploying', body: 'Before you start.' },
    ])
    expect((await ask('traffic nowhere-at-all')).items[0].sections[0].id).toBe('blue-and-green')
  })

  it('puts what is called just that first: identifiers in the headings of long pages too', async () => {
    const { write, titles, ask } = await openShelf()
    const others = Array.from({ length: 12 }, (_, at) => ({
      title: `Log format ${at}`,
      markdown: `## Log format of part ${at}\n\nShort.`,
    }))
    const filler = Array.from({ length: 30 }, (_, at) => `## Setting ${at}\n\nIt sets a thing.`).join('\n\n')
    const words = 'Every line of the log is written as this says. '.repeat(50)
    await write([
      ...others,
      { title: 'Reference', markdown: `${filler}\n\n### \`log_format\` (string)\n\n${words}` },
      { title: 'Backup and restore', markdown: 'How to.' },
      { title: 'Administration', markdown: '## Backup\n\nBefore you begin.' },
    ])
    expect((await titles('log_format'))[0]).toBe('Reference')
    expect((await ask('log_format')).items[0].sections[0].title).toBe('log_format (string)')
    expect(await titles('backup')).toEqual(['Administration', 'Backup and restore'])
  })

  it('puts titles first, then headings, then text', async () => {
    const { write, titles } = await openShelf()
    await write([
      { title: 'Text', markdown: 'Long words about many things, and webhooks in the middle of them.' },
      { title: 'Heading', markdown: '## Webhooks\n\nCalled by us.' },
      { title: 'Often', markdown: 'webhooks webhooks webhooks' },
      { title: 'Webhooks and their many uses' },
      { title: 'Webhooks' },
    ])
    expect(await titles('webhooks')).toEqual([
      'Webhooks',
      'Heading',
      'Webhooks and their many uses',
      'Often',
      'Text',
    ])
  })

  it('takes the last word for a beginning, after what it is exactly', async () => {
    const { write, titles } = await openShelf()
    await write([
      { title: 'Configuration' },
      { title: 'Config and more' },
      { title: 'Other', markdown: 'configured' },
    ])
    expect(await titles('config')).toEqual(['Config and more', 'Configuration', 'Other'])
    expect(await titles('configura')).toEqual(['Configuration'])
    // Not the words before: they are complete.
    expect(await titles('conf more')).not.toContain('Configuration')
  })

  it('forgives small typing errors', async () => {
    const { write, titles } = await openShelf()
    await write([
      { title: 'Kubernetes', markdown: 'Clusters of machines.' },
      { title: 'Users', markdown: 'About the user and the token.' },
    ])
    for (const typed of ['kuberntes', 'Kubrenetes', 'kuberneets', 'cubernetis', 'clusters kuberntes'])
      expect(await titles(typed), typed).toEqual(['Kubernetes'])
    for (const typed of ['usre', 'tokn', 'tooken', 'tpken'])
      expect(await titles(typed), typed).toEqual(['Users'])
    for (const typed of ['qqq', 'xyzzyplugh', 'tkoen99']) expect(await titles(typed), typed).toEqual([])
  })

  it('finds some of the words where not all stand together', async () => {
    const { write, titles } = await openShelf()
    await write([
      { title: 'One', markdown: 'alpha and beta' },
      { title: 'Two', markdown: 'beta and gamma' },
      { title: 'Three', markdown: 'the alpha of the gamma, and delta' },
    ])
    expect(await titles('alpha beta')).toEqual(['One'])
    expect(await titles('alpha gamma delta missingword')).toEqual([
      'Three',
      expect.anything(),
      expect.anything(),
    ])
  })

  it('finds Chinese, Japanese and Korean inside sentences', async () => {
    const { write, titles } = await openShelf()
    await write([
      { title: '安装指南', markdown: '首先下载安装包,然后运行程序。' },
      { title: 'データベースの設定', markdown: '東京リージョンでﾃﾞｰﾀを保存します。' },
      { title: '사용자 안내서', markdown: '데이터베이스를 설정하려면 관리자에게 문의하세요.' },
    ])
    for (const typed of ['安装', '指南', '下载安装包', '运行程序', '序', 'Install 运行'])
      expect(await titles(typed), typed).toEqual(['安装指南'])
    for (const typed of ['データベース', '設定', '東京', 'データを保存', '京'])
      expect(await titles(typed), typed).toEqual(['データベースの設定'])
    for (const typed of ['데이터베이스', '관리자', '설정', '안내', '문'])
      expect(await titles(typed), typed).toEqual(['사용자 안내서'])
    expect(await titles('安指')).toEqual([])
  })

  it('does not care about accents, case, width and the way identifiers are written', async () => {
    const { write, titles } = await openShelf()
    await write([
      { title: 'Crème Brûlée', markdown: 'Ｆｕｌｌｗｉｄｔｈ and Łódź' },
      {
        title: 'Api',
        markdown: 'Call `getUserById` with the `account_id`, or `--dry-run` in `/etc/quire/config.yaml`.',
      },
    ])
    for (const typed of ['creme brulee', 'CRÈME', 'fullwidth', 'lodz'])
      expect(await titles(typed)).toEqual(['Crème Brûlée'])
    for (const typed of [
      'getuserbyid',
      'get_user',
      'user by id',
      'accountId',
      'account',
      '--dry-run',
      'dryrun',
      'yaml',
      '/etc/quire/',
    ])
      expect(await titles(typed), typed).toEqual(['Api'])
  })

  it('shows plain text around the first match', async () => {
    const { write, ask } = await openShelf()
    const filler = (word: string) => `${word} `.repeat(80)
    await write([
      {
        title: 'Long',
        markdown: `${filler('before')}\n\nThe **needle** is [here](https://example.org).\n\n${filler('after')}`,
      },
    ])
    const { body } = (await ask('needle')).items[0].sections[0]
    expect(body).toMatch(/^…(before )+The needle is here\. (after ?)+…$/)
    expect(body.length).toBeLessThan(215)
  })

  it('shows text as readers see it, and finds what is to be filled in', async () => {
    const { write, ask } = await openShelf()
    await write([
      { title: 'Hint', markdown: '> [!NOTE]\n> Mind the gannet.\n\n<!-- No gannet. -->' },
      { title: 'Call', markdown: 'Ask <your-gannet>, <b>then</b> `curl https://<host>/gannets`.' },
      { title: 'Steps', markdown: '## Set <gannet-id><a id="x"></a>' },
      { title: 'Box', markdown: '<div>One <my-gannet> &amp; <Badge>two</Badge></div>' },
    ])
    const snippet = async (query: string) => {
      const [page] = (await ask(query)).items
      return [page.sections[0].title, page.sections[0].body]
    }
    expect(await snippet('mind')).toEqual(['Hint', 'Mind the gannet.'])
    expect(await snippet('your-gannet')).toEqual([
      'Call',
      'Ask <your-gannet>, then curl https://<host>/gannets.',
    ])
    expect(await snippet('host')).toEqual(['Call', expect.stringContaining('<host>')])
    expect(await snippet('gannet-id')).toEqual(['Set <gannet-id>', ''])
    expect(await snippet('my-gannet')).toEqual(['Box', 'One <my-gannet> & two'])
    for (const mark of ['note', 'badge']) expect((await ask(mark)).items).toEqual([])
  })

  it('cuts very long sections and loses nothing of them', async () => {
    const { write, ask } = await openShelf()
    const words = Array.from({ length: 20_000 }, (_, at) => `word${at}x`)
    await write([{ title: 'Long', markdown: `## All of it\n\n${words.join(' ')}` }])
    for (const word of ['word0x', 'word9999x', 'word19999x']) {
      const [page] = (await ask(word)).items
      expect(page.sections).toMatchObject([{ id: 'all-of-it', body: expect.stringContaining(word) }])
    }
    expect((await ask('all of it')).items[0].sections).toHaveLength(1)
  })
})
