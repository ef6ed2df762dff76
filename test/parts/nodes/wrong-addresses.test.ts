import { createServer, type RequestListener } from 'node:http';
import { join } from 'node:path';
import { CredentialTestContext } from '../../support/nodes/n8n-core';
import type { ICredentialDataDecryptedObject, INodeParameters, INodeType } from 'n8n-workflow';
import { startSandbox, type RunningSandbox } from '../../../sandbox/bootstrap/start-sandbox';
import { timing } from '../../../nodes/AgentKnowledge/transport/timing';
import { timing as gatewayTiming } from '../../../task-nodes/nodes/gateway/gateway-context';
import { workspaceRoot } from '../../../scripts/build/workspace-root.mjs';
import { listen, type Listening } from '../../support/network/listen';
import { byId } from '../../support/nodes/agent-knowledge';
import { EditorLists } from '../../support/nodes/editor-lists';
import { loadPackage, type SourcePackageLoader } from '../../support/nodes/source-package-loader';
import { useTaskGateway } from '../../support/task-nodes/gateway';
import { VersionProxy } from '../../support/task-nodes/version-proxy';

// Every test of a credential and every list of the editor, at every address that people paste by mistake. The sentences
// stand in wrong-addresses.md, for a person to read. After a change that is meant, run this with `-u`, and read them.

/** What n8n 2.40 responds. The test of the credential in a real n8n is in test/system/e2e. */
const N8N_PAGE =
	'<!DOCTYPE html>\n<html lang="en"><head><meta name="n8n:config:rest-endpoint" content="cmVzdA=="><title>n8n.io - Workflow Automation</title></head></html>';
const n8n: RequestListener = ({ url = '' }, response) => {
	if (url === '/') response.setHeader('content-type', 'text/html; charset=utf-8').end(N8N_PAGE);
	else if (url.startsWith('/api/v1/')) json(response, 404, { message: 'not found' });
	else
		html(
			response,
			404,
			`<!DOCTYPE html>\n<html><head><title>Error</title></head><body>Cannot GET ${url}</body></html>`,
		);
};
const logInPage: RequestListener = (_, response) =>
	html(response, 200, '<!doctype html><html><head><title>Log in · Proxy</title></head></html>');
const redirect: RequestListener = (_, response) => {
	response.writeHead(302, { location: 'https://login.example/start?from=here' }).end();
};
const silent: RequestListener = () => undefined;
const broken: RequestListener = (request) => void request.socket.destroy();

function json(response: Parameters<RequestListener>[1], status: number, body: object): void {
	response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
}

function html(response: Parameters<RequestListener>[1], status: number, body: string): void {
	response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(body);
}

interface Pasted {
	what: string;
	address: string;
	secret?: string;
}

interface Credential {
	type: 'agentKnowledgeApi' | 'agentKnowledgeGatewayApi';
	dataOf: (pasted: Pasted) => ICredentialDataDecryptedObject;
}

const gateway = useTaskGateway();
const servers: Listening[] = [];
let packages: SourcePackageLoader[];
let sandbox: RunningSandbox;
let older: VersionProxy;
let addresses: Record<'n8n' | 'page' | 'redirect' | 'silent' | 'broken', string>;

beforeAll(async () => {
	packages = [await loadPackage(workspaceRoot), await loadPackage(join(workspaceRoot, 'task-nodes'))];
	sandbox = await startSandbox({ rateLimit: 'none' });
	older = await VersionProxy.start(gateway.url);
	older.become({ lacks: [/ \/v1\/(?:whoami|connections|buckets|destinations|schedules)/] });
	const started = async (answer: RequestListener) => {
		const server = await listen(createServer(answer));
		servers.push(server);
		return server.url;
	};
	addresses = {
		n8n: await started(n8n),
		page: await started(logInPage),
		redirect: await started(redirect),
		silent: await started(silent),
		broken: await started(broken),
	};
});
afterAll(async () => {
	for (const server of servers) await server.close();
	await older.close();
	await sandbox.close();
});

const everywhere = (): Pasted[] => [
	{ what: 'nothing listens there', address: 'http://127.0.0.1:9' },
	{ what: 'the host name is wrong', address: 'http://nowhere.invalid' },
	{ what: 'without a scheme', address: 'localhost:5678' },
	{ what: 'with a password', address: 'https://ann:do-not-show-me@tasks.example.com' },
	{ what: 'with a password and without a scheme', address: 'ann:do-not-show-me@tasks.example.com/path' },
	{ what: 'empty', address: '' },
	{ what: 'n8n itself', address: addresses.n8n },
	{ what: 'a log-in page of a proxy', address: addresses.page },
	{ what: 'a website', address: sandbox.siteUrl },
	{ what: 'a server that redirects', address: addresses.redirect },
	{ what: 'a server that does not respond', address: addresses.silent },
	{ what: 'a server that closes the connection', address: addresses.broken },
];

it.each<[string, Credential, () => Pasted[]]>([
	[
		'Agent Knowledge API',
		{
			type: 'agentKnowledgeApi',
			dataOf: ({ address, secret }) => ({ baseUrl: address, apiKey: secret ?? sandbox.seedKey }),
		},
		() => [
			...everywhere(),
			{ what: 'the gateway', address: gateway.url },
			{ what: 'a wrong path of the service', address: `${sandbox.apiUrl}/agents` },
			{ what: 'a wrong key', address: sandbox.apiUrl, secret: 'ak_wrong' },
			{ what: 'all is right', address: sandbox.apiUrl },
		],
	],
	[
		'Agent Knowledge Gateway API',
		{
			type: 'agentKnowledgeGatewayApi',
			dataOf: ({ address, secret }) => ({ gatewayUrl: address, token: secret ?? gateway.credential.data.token }),
		},
		() => [
			...everywhere(),
			{ what: 'the service', address: sandbox.apiUrl },
			{ what: 'an old gateway', address: older.url },
			{ what: 'a wrong path of the gateway', address: `${gateway.url}/console` },
			{ what: 'a wrong token', address: gateway.url, secret: 'wrong-token' },
			{ what: 'all is right', address: gateway.url },
		],
	],
])('%s: nothing is said bare', async (name, credential, pasted) => {
	const sections = [];
	for (const one of pasted()) {
		const isSilent = one.address === addresses.silent;
		const said = async () => await saidOf(credential, one);
		sections.push({ one, said: await (isSilent ? withinLimits(said) : said()) });
	}
	const lines = sections.flatMap(({ one, said }) => {
		const sentences = [...new Set(said.map(({ sentence }) => sentence))];
		const rows = sentences.flatMap((sentence) => {
			const places = said.filter((each) => each.sentence === sentence).map(({ place }) => place);
			return [`- ${places.join(', ')}`, `  > ${sentence}`];
		});
		return [`## ${one.what}`, '', ...rows, ''];
	});
	const table = readable([`# ${name}: what people read, by what stands at the address`, '', ...lines].join('\n'));
	await expect(table).toMatchFileSnapshot(`wrong-addresses/${credential.type}.md`);
	for (const { one, said } of sections) {
		for (const { sentence } of said) {
			expect(sentence).toMatch(one.what === 'all is right' ? /^OK$/ : /^[A-Z"h].*\. .*\.$/s);
			expect(sentence).not.toMatch(/\bE[A-Z]{4,}\b|ERR_|ECONN|^Not Found|^Unauthorized|\[object/);
			expect(sentence).not.toMatch(/wrong-token|do-not-show-me/);
		}
	}
});

/** Limits that a request meets. */
const MET_MS = 300;

/** Runs with short limits of requests, which are never met otherwise. */
async function withinLimits<Result>(run: () => Promise<Result>): Promise<Result> {
	const [before, gatewayBefore] = [{ ...timing }, { ...gatewayTiming }];
	Object.assign(timing, { editorRequestMs: MET_MS });
	Object.assign(gatewayTiming, { requestMs: MET_MS, credentialTestMs: MET_MS });
	try {
		return await run();
	} finally {
		Object.assign(timing, before);
		Object.assign(gatewayTiming, gatewayBefore);
	}
}

interface Said {
	place: string;
	sentence: string;
}

/** What the test of the credential and each list of each node say. */
async function saidOf({ type, dataOf }: Credential, pasted: Pasted): Promise<Said[]> {
	const data = dataOf(pasted);
	const nodes = packages.flatMap((loader) =>
		Object.entries(loader.nodeTypes)
			.map(([name, { type: node }]) => ({ loader, name, node: node as INodeType }))
			.filter(({ node }) => node.description.credentials?.some((one) => one.name === type)),
	);
	const testing = nodes.map(({ name, node }) =>
		testOf(node, type, data).then((sentence) => ({ place: `test (${name})`, sentence })),
	);
	const listing = nodes.flatMap(({ loader, name, node }) => {
		const parameters = parametersOf(type);
		const lists = new EditorLists({ loader, node: name, parameters, credential: { type, data } });
		const searches = Object.keys(node.methods?.listSearch ?? {}).map(
			(method) => [method, () => lists.search(method)] as const,
		);
		const options = Object.keys(node.methods?.loadOptions ?? {}).map(
			(method) => [method, () => lists.options(method)] as const,
		);
		return [...searches, ...options].map(async ([method, load]) => ({
			place: method,
			sentence: await sentenceOf(load),
		}));
	});
	const said = await Promise.all([...testing, ...listing]);
	return [...new Map(said.map((one) => [`${one.place} ${one.sentence}`, one])).values()];
}

/** A form that shows every field the lists read: n8n refuses to read a hidden one. */
function parametersOf(type: Credential['type']): INodeParameters {
	if (type === 'agentKnowledgeApi') return { resource: 'lead', operation: 'getAll', agentId: byId('agent_support') };
	return {
		resource: 'email',
		operation: 'sendAfterApproval',
		agentId: byId('agent_a'),
		connection: byId('main'),
	};
}

async function testOf(node: INodeType, type: string, data: ICredentialDataDecryptedObject): Promise<string> {
	const { testedBy } = node.description.credentials?.find(({ name }) => name === type) ?? {};
	const test = typeof testedBy === 'string' ? node.methods?.credentialTest?.[testedBy] : undefined;
	if (test === undefined) throw new Error(`${node.description.name} does not test ${type}.`);
	const context = new CredentialTestContext();
	const { status, message } = await test.call(context, { id: 'credential', name: 'Credential', type, data });
	return status === 'OK' ? 'OK' : message;
}

/** The message and the description, as the editor shows them below each other. */
async function sentenceOf(load: () => Promise<unknown>): Promise<string> {
	const [loaded] = await Promise.allSettled([load()]);
	if (loaded.status === 'fulfilled') return 'OK';
	const error: unknown = loaded.reason;
	const { message, description } = error as { message: string; description?: string | null };
	const lines = [message, ...(description ?? '').split('\n')].filter((line) => line !== '');
	return lines.map((line) => (/[.!?]$/.test(line) ? line : `${line}.`)).join(' ');
}

/** Without the ports of this run. */
function readable(text: string): string {
	return Object.entries({
		'http://the-sandbox': sandbox.apiUrl,
		'http://the-website': sandbox.siteUrl,
		'http://the-gateway': gateway.url,
		'http://the-old-gateway': older.url,
		'http://this-n8n': addresses.n8n,
		'http://the-proxy': addresses.page,
		'http://the-redirect': addresses.redirect,
		'http://the-silent-server': addresses.silent,
		'http://the-broken-server': addresses.broken,
	}).reduce((said, [name, url]) => said.replaceAll(url, name), text);
}
