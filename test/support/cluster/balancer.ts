import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findCommand } from '../../../scripts/processes/find-command.mjs';
import { type Service, startService } from '../../../scripts/processes/service.mjs';
import { eventually, isThere } from '../time/eventually';

/**
 * HAProxy in front of several gateways. It sends a request again only if it could not connect: what a gateway has
 * received may have had its effect.
 * @param ports of the gateways at 127.0.0.1, which may start later
 */
export async function startBalancer(folder: string, port: number, ports: readonly number[]): Promise<Service> {
	const servers = ports.map((each, index) => `	server gateway-${index + 1} 127.0.0.1:${each} check\n`).join('');
	return startHaproxy(
		'gateways',
		folder,
		port,
		`
frontend public
	bind 127.0.0.1:${port}
	default_backend gateways

backend gateways
	balance roundrobin
	option httpchk GET /healthz
	default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${servers}`,
	);
}

/**
 * HAProxy in front of n8n in queue mode, as n8n describes it: webhooks and resume URLs go to the webhook process, all
 * else to the main process.
 * @param ports of both at 127.0.0.1, which may start later
 */
export async function startN8nBalancer(
	folder: string,
	port: number,
	ports: { main: number; webhook: number },
): Promise<Service> {
	return startHaproxy(
		'n8n',
		folder,
		port,
		`
frontend public
	bind 127.0.0.1:${port}
	acl to-webhooks path_beg /webhook/ /webhook-waiting/
	use_backend webhooks if to-webhooks
	default_backend main

backend webhooks
	option httpchk GET /healthz
	server webhook 127.0.0.1:${ports.webhook} check inter 500ms fall 2 rise 1

backend main
	option httpchk GET /healthz
	server main 127.0.0.1:${ports.main} check inter 500ms fall 2 rise 1
`,
	);
}

async function startHaproxy(name: string, folder: string, port: number, routes: string): Promise<Service> {
	const command = await findCommand('haproxy');
	if (command === null) throw new Error('These tests need HAProxy. On Debian: apt-get install haproxy');
	const file = join(folder, `haproxy-${name}.cfg`);
	await writeFile(file, `${DEFAULTS}${routes}`);
	const service = await startService({
		name: `HAProxy of ${name}`,
		command,
		args: ['-db', '-f', file],
		logFile: join(folder, `haproxy-${name}.log`),
	});
	// Without a server behind it, it answers 503.
	const answers = async () => ((await fetch(`http://127.0.0.1:${port}/`)).status > 0 ? true : null);
	await service.whileRunning('it responded', eventually(answers, isThere, 'HAProxy'));
	return service;
}

/** A long poll lasts up to 60 s. */
const DEFAULTS = `
global
	maxconn 2000

defaults
	mode http
	timeout connect 2s
	timeout client 90s
	timeout server 90s
	timeout http-request 10s
	option forwardfor
	option redispatch
	retries 3
`;
