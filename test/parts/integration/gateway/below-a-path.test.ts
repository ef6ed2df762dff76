import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { ADDRESSES } from '../../../../worker/gateway/console/addresses';
import { ask, idOf, retrain } from '../../../support/gateway/ask';
import type { Mailboxes } from '../../../support/gateway/mailboxes';
import type { Reviews } from '../../../support/gateway/reviews';
import { reviewsOn } from '../../../support/gateway/reviews-on';
import { runCommand } from '../../../support/gateway/run-command';
import { type GatewayPlatform, startPlatform } from '../../../support/gateway/start-platform';
import { BELOW, SharedHost } from './shared-host';
import { GatewayCredential } from '../../../support/task-nodes/credentials';
import { run } from '../../../support/task-nodes/engine';
import { flowOf } from '../../../support/task-nodes/flow';

let host: SharedHost;
let platform: GatewayPlatform;
let mail: Mailboxes;
let reviews: Reviews;
let folder: string;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-below-'));
	host = await SharedHost.start();
	platform = await startPlatform({ clockFactor: 1_000, gateway: { publicUrl: `${host.url}/` } });
	host.target = platform.url;
	({ mail, reviews } = await reviewsOn(platform));
});

afterAll(async () => {
	await platform.close();
	await host.close();
	await rm(folder, { recursive: true });
});

beforeEach(() => {
	host.sends = 'stripped';
	host.withoutSlash = 'redirect';
});

/** What the other site heard meanwhile. */
async function heardDuring(work: () => Promise<void>): Promise<readonly string[]> {
	const before = host.heard.length;
	await work();
	return host.heard.slice(before);
}

interface Loaded {
	url: string;
	status: number;
	text: string;
}

async function load(url: string, init: RequestInit = {}): Promise<Loaded> {
	const reply = await fetch(url, init);
	return { url: reply.url, status: reply.status, text: await reply.text() };
}

/** All addresses that a page names, as a browser resolves them. */
function addressesIn({ url, text }: Loaded): string[] {
	const named = [...text.matchAll(/\s(?:href|src|action)="([^"#][^"]*)"/g)].map(([, address = '']) => address);
	return [...new Set(named.filter((address) => !/^(data|mailto):|^https:/.test(address)))].map(
		(address) => new URL(address, url).href,
	);
}

/** Loads a page and all that it names. @returns the addresses that lead nowhere, or out of the gateway */
async function brokenOn(page: Loaded, below: string): Promise<string[]> {
	const loaded = await Promise.all(addressesIn(page).map((address) => load(address)));
	return loaded.filter(({ url, status }) => status === 404 || !url.startsWith(below)).map(({ url }) => url);
}

/** Sends the form of a page as a browser would, with the decision. */
async function decide(page: Loaded, action: string): Promise<Loaded> {
	const [, address = ''] = /<form method="post" action="([^"]*)"/.exec(page.text) ?? [];
	const hidden = [...page.text.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)];
	const fields = new URLSearchParams(hidden.map(([, name = '', value = '']) => [name, value]));
	fields.set('action', action);
	return load(new URL(address, page.url).href, {
		method: 'POST',
		body: fields,
		headers: { origin: new URL(page.url).origin },
	});
}

/** The link in the mail to a reviewer. */
async function linkIn(name: string): Promise<{ task: string; url: string }> {
	const reviewer = `${name}@team.example`;
	const { link: task } = await reviews.asking(name, { reviewers: [reviewer] });
	const { text } = await mail.untilReceived(reviewer);
	return { task, url: /http\S+\/review\/\S+/.exec(text)?.[0] ?? '' };
}

test.each([
	['the link of the mail', (url: string) => url, () => `${host.url}/`],
	[
		'an older link, of before the path was set',
		(url: string) => url.replace(host.url, platform.url),
		() => platform.url,
	],
])('%s leads to a review that can be decided, and the other site hears of nothing', async (_what, toOpen, below) => {
	const { task, url } = await linkIn(`reviewer-${below().length}`);
	expect(url).toMatch(new RegExp(`^${host.url}/review/[\\w.-]+$`));
	const heard = await heardDuring(async () => {
		const page = await load(toOpen(url));
		expect(page.text).toContain('Review a mail before it is sent');
		expect(await brokenOn(page, below())).toEqual([]);
		const changing = await load(addressesIn(page).find((address) => address.endsWith('/change')) ?? '');
		expect(changing.text).toContain('Drop the changes');
		expect(await brokenOn(changing, below())).toEqual([]);
		const decided = await decide(page, 'approve');
		expect([decided.status, decided.text]).toEqual([410, expect.stringContaining('This version was approved')]);
		expect(await brokenOn(decided, below())).toEqual([]);
		const late = await decide(page, 'reject');
		expect([late.status, late.text]).toEqual([409, expect.stringContaining('See the outcome')]);
		expect(addressesIn(late).filter((address) => !address.startsWith(below()))).toEqual([]);
	});
	expect(heard).toEqual([]);
	expect((await reviews.ended(task)).result).toMatchObject({ outcome: 'sent' });
});

test.each(['/review/none', '/review/none/change', '/review/a/b/c/d'])(
	'the page of a link that leads nowhere, %s, loads its styles',
	async (path) => {
		const page = await load(host.url + path);
		expect([page.status, page.text]).toEqual([404, expect.stringContaining('There is no such review')]);
		expect(await brokenOn(page, `${host.url}/`)).toEqual([]);
	},
);

test.each([...ADDRESSES, '/help', '/help/tasks', '/help/notifications'])(
	'all that the page %s loads and links to is below the path, and at the own address too',
	async (path) => {
		const heard = await heardDuring(async () => {
			for (const base of [host.url, platform.url])
				expect(await brokenOn(await load(base + path), `${base}/`)).toEqual([]);
		});
		expect(heard).toEqual([]);
	},
);

test('the description of the API names the public address', async () => {
	const { body } = await ask({ url: host.url, token: platform.token }, { path: '/openapi.json' });
	expect(body).toMatchObject({ servers: [{ url: host.url }] });
});

test.each(['', '/'])('commands and nodes reach the gateway by its public address with "%s" at its end', async (end) => {
	const heard = await heardDuring(async () => {
		const id = idOf(await ask(platform, retrain(`below-${end.length}`)));
		const env = { AGENT_KNOWLEDGE_GATEWAY_URL: host.url + end };
		const shown = await runCommand(platform, ['tasks', 'show', id, '--json'], env);
		expect([shown.code, JSON.parse(shown.result)]).toEqual([0, expect.objectContaining({ id })]);
		const opened = await runCommand(platform, ['open', id, '--json'], env);
		expect(JSON.parse(opened.result)).toEqual({ url: `${host.url}/tasks#task=${encodeURIComponent(id)}` });
		const parameters = { resource: 'task', operation: 'get', taskId: id, simplify: false };
		const credential = new GatewayCredential({ gatewayUrl: host.url + end, token: platform.token });
		const ran = await run(flowOf({ items: [{}], parameters }), credential);
		expect(ran.shown('Done').join()).toContain(`"page":"${host.url}/tasks#task=${encodeURIComponent(id)}"`);
	});
	expect(heard).toEqual([]);
});

describe('a command', () => {
	test('follows no redirect, so the token stays at the address that it was given', async () => {
		const heard = await heardDuring(async () => {
			// A site that wants the slash, or another name, redirects everything.
			const mover = createServer((request, response) => {
				response.writeHead(308, { location: `${host.origin}${request.url ?? ''}` }).end();
			}).listen(0, '127.0.0.1');
			await once(mover, 'listening');
			const { port } = z.object({ port: z.number() }).parse(mover.address());
			const moved = await runCommand(platform, ['tasks', 'list', '--gateway', `http://127.0.0.1:${port}`]);
			mover.close();
			expect([moved.code, moved.notes]).toEqual([2, expect.stringContaining('redirects with 308, unlike a gateway')]);
		});
		expect(heard).toEqual([]);
	});

	test.each([
		(url: string) => `${url}?token=do-not-show-me`,
		(url: string) => `${url}#do-not-show-me`,
		(url: string) => url.replace('://', '://somebody:do-not-show-me@'),
	])('refuses an address to which no path can be appended, and does not repeat it', async (wrong) => {
		const { code, notes } = await runCommand(platform, ['tasks', 'list', '--gateway', wrong(host.url)]);
		expect([code, notes]).toEqual([2, expect.stringContaining('must not contain a user name, a password, ? or #')]);
		expect(notes).not.toContain('do-not-show-me');
	});
});

test('a node says what is wrong with an address to which no path can be appended', async () => {
	const parameters = { resource: 'task', operation: 'get', taskId: 'retrain-and-wait~none' };
	const credential = new GatewayCredential({ gatewayUrl: `${host.url}?a=do-not-show-me`, token: platform.token });
	const { error } = await run(flowOf({ items: [{}], parameters }), credential);
	expect(error?.message).toBe('The Gateway URL of the credential contains ? or #');
	expect(JSON.stringify(error)).not.toContain('do-not-show-me');
});

const reportSchema = z.object({
	checks: z.array(
		z.looseObject({ name: z.string(), status: z.string(), detail: z.string(), todo: z.string().nullable() }),
	),
});

/** What doctor says of the gateway at its public address. */
async function checked(publicUrl = `${host.url}/`): Promise<Array<[status: string, words: string]>> {
	const { config, operationsUrl } = platform;
	const { main } = config.connections;
	const telemetry = { ...config.telemetry, gatewayAddress: new URL(operationsUrl).host };
	const path = join(folder, 'checked.yaml');
	const gateway = { ...config.gateway, publicUrl };
	await writeFile(path, JSON.stringify({ ...config, telemetry, gateway, connections: { main } }));
	const { result } = await runCommand(platform, ['doctor', '--config', path, '--json']);
	return reportSchema
		.parse(JSON.parse(result))
		.checks.filter(({ name }) => name.startsWith('gateway') && name !== 'gateway clock')
		.map(({ status, detail, todo }) => [status, `${detail} ${todo ?? ''}`]);
}

describe('doctor, which calls the public address,', () => {
	test('finds a proxy that removes the path in order', async () => {
		expect(await checked()).toEqual([['ok', expect.stringContaining(`${host.url} is ready.`)]]);
	});
	test.each([
		['unchanged', `${BELOW}/healthz`],
		['twice', `${BELOW}${BELOW}/healthz`],
	] as const)('says what arrives at the gateway from a proxy that passes the path on %s', async (sends, path) => {
		host.sends = sends;
		const [found] = await checked();
		expect(found).toEqual(['fail', expect.stringContaining(path)]);
		expect(found?.[1]).toContain(`Let the proxy remove ${BELOW} from`);
	});

	test('is not content with another site that answers everything', async () => {
		expect(await checked(`${host.origin}/elsewhere`)).toEqual([['fail', expect.stringContaining('unlike a gateway')]]);
	});

	test.each(['gateway', 'other'] as const)(
		'warns of the address without its last slash, at which %s answers',
		async (who) => {
			host.withoutSlash = who;
			const [found, ...others] = (await checked()).filter(([status]) => status !== 'ok');
			expect(others).toEqual([]);
			expect(found).toEqual(['warn', expect.stringContaining(`Let the proxy redirect ${BELOW} to ${BELOW}/`)]);
		},
	);
});
