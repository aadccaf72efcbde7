// nginx in front of several processes, as in docs/manual/operate/production.md.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { stop } from '../../bench/processes.js'

export async function openNginx(folder, port, servers) {
  const home = join(folder, 'nginx')
  mkdirSync(home, { recursive: true })
  const upstream = servers.map(({ url }) => `server ${new URL(url).host};`).join(' ')
  writeFileSync(
    join(home, 'nginx.conf'),
    `daemon off; pid nginx.pid; error_log error.log; worker_processes 1;
    events { worker_connections 1024; }
    http {
      access_log off;
      client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi;
      uwsgi_temp_path uwsgi; scgi_temp_path scgi;
      upstream quire { least_conn; ${upstream} keepalive 64; }
      server {
        listen 127.0.0.1:${port};
        location / {
          proxy_pass http://quire; proxy_http_version 1.1; proxy_set_header Connection "";
          proxy_set_header Host $http_host; proxy_set_header X-Forwarded-For $remote_addr;
        }
      }
    }`,
  )
  const child = spawn('nginx', ['-p', home, '-c', 'nginx.conf'], { stdio: 'ignore' })
  await Promise.race([once(child, 'spawn'), missing(child)])
  const url = `http://127.0.0.1:${port}`
  while (
    !(await fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    ))
  )
    await sleep(20)
  return { url, close: () => stop(child) }
}

async function missing(child) {
  const [error] = await once(child, 'error')
  throw new Error(`nginx does not start (${error.message}): apt-get install nginx-light`)
}
