import { connect } from 'node:net';
import { once } from 'node:events';
import { searchResultSchema, sourceChangedSchema, sourceSchema } from '../../../api';
import { EmailCustomer } from './email-customer';
import { TestSandbox } from './running-sandbox';
import { teach } from './taught-agent';
import { bytes, startWebsite, type TestWebsite } from './test-website';
import { eventually } from '../../support/time/eventually';

/** Characters that no text needs; a database ends a text at the first of them. */
const STRANGE = '\u0000\u0001\b\u001b\u007f\u0085\u009f';
const TEXT = `Wom${STRANGE}bats${STRANGE} dig at night.`;
const CLEAN = 'Wombats dig at night.';

let website: TestWebsite;
let sandbox: TestSandbox;
beforeAll(async () => {
	website = await startWebsite({});
	sandbox = await TestSandbox.start({ crawlLocalHosts: [website.host] });
});
afterAll(async () => {
	await sandbox.running.close();
	await website.close();
});

let agents = 0;
async function newAgent(): Promise<string> {
	const id = `agent_${(agents += 1)}`;
	await sandbox.admin('POST', '/agents', { id, name: id, website: `${website.origin}/` });
	return id;
}
const search = async (agent: string, query: string) => {
	const path = `/agents/${agent}/knowledge/search?query=${encodeURIComponent(query)}`;
	return searchResultSchema.parse((await sandbox.call('GET', path)).body).items;
};
const settled = (agent: string, { body }: { body: unknown }) => {
	const { id } = sourceChangedSchema.parse(body);
	return eventually(
		async () => sourceSchema.parse((await sandbox.call('GET', `/agents/${agent}/sources/${id}`)).body),
		({ status }) => status !== 'processing',
		'a source is indexed by a job of its own',
	);
};

describe('control characters and halves of characters break nothing', () => {
	it.each([
		['text/plain', TEXT],
		['text/html', `<title>Bur${STRANGE}rows</title><p>${TEXT}</p>`],
		['text/html', '<title>Burrows&#0;</title><p>Wombats dig&#xD800; at night.&#1;</p>'],
	])('in a page of %s', async (type, content) => {
		website.pages = { '/page': bytes(`${type}; charset=utf-8`, content) };
		const agent = await newAgent();
		const body = { type: 'url', url: `${website.origin}/page` };

		expect(await settled(agent, await sandbox.call('POST', `/agents/${agent}/sources`, { body }))).toMatchObject({
			status: 'indexed',
		});

		const [found] = await search(agent, 'night');
		expect(found?.content).toMatch(/^Wombats dig\ufffd? at night\.$/);
		expect(found?.title).not.toMatch(/[^\P{Cc}]/u);
	});

	it('in an uploaded file whose values hold them', async () => {
		const agent = await newAgent();
		const form = new FormData();
		form.append('file', new Blob(['{"name":"Wom\\u0000bats\\ud800","when":"at night"}']), 'a.json');

		const source = await sandbox.upload(`/agents/${agent}/sources/files`, form);

		expect(await settled(agent, source)).toMatchObject({ status: 'indexed' });
		expect(await search(agent, 'night')).toMatchObject([{ content: 'name: Wombats\ufffd\nwhen: at night' }]);
	});

	it('in a file that is text but for them, which is refused', async () => {
		const form = new FormData();
		form.append('file', new Blob([TEXT]), 'a.txt');

		const answer = await sandbox.upload(`/agents/${await newAgent()}/sources/files`, form);
		expect(answer).toMatchObject({ status: 400, body: { type: 'unsupported_file_type' } });
	});

	it('in mail, which is answered', async () => {
		const customer = new EmailCustomer(sandbox);
		await customer.activeMailbox('help@shop.example');
		await teach(sandbox, customer.agent, 'Wombats', CLEAN);

		const status = await sendRaw(
			[
				`From: "A${STRANGE}da" <ada@client.example>`,
				'To: help@shop.example',
				`Subject: Wom${STRANGE}bats`,
				'Content-Type: text/plain; charset=utf-8',
				'Content-Transfer-Encoding: 8bit',
				'',
				`When do wom${STRANGE}bats dig?`,
			].join('\r\n'),
		);

		expect(status).toMatch(/^250/);
		const [sessionId = ''] = await eventually(
			() => customer.emailSessions(),
			(sessions) => sessions.length > 0,
			'the delivery queue sends a mail a moment later',
		);
		await customer.delivered(sessionId, 'delivered');
		expect(await customer.received('ada@client.example')).toMatchObject([
			{ subject: 'Re: Wombats', text: expect.stringContaining(CLEAN) as string },
		]);
		const conversation = await sandbox.call('GET', `/conversations/${sessionId.replace('email:', '')}`);
		expect(conversation.body).toMatchObject({
			visitor: { name: 'Ada' },
			messages: [{ content: 'When do wombats dig?\n' }, {}],
		});
	});

	it('in a search or a chat message, which are refused or answered', async () => {
		for (const character of ['\u0001', '\u001b', '\u007f', '\u0085', '\ufffe', '\u202e']) {
			const query = `wombats${character}dig`;
			expect(
				(await sandbox.call('GET', `/agents/agent_support/knowledge/search?query=${encodeURIComponent(query)}`)).status,
			).toBe(200);
			expect((await sandbox.call('POST', '/agents/agent_support/chat', { body: { message: query } })).status).toBe(200);
		}
		for (const message of ['a\0b', '\ud800']) {
			expect(await sandbox.call('POST', '/agents/agent_support/chat', { body: { message } })).toMatchObject({
				status: 400,
				body: { issues: [{ path: 'message' }] },
			});
		}
	});
});

/** Sends a mail byte for byte, which no library would. Answers what the server says to it. */
async function sendRaw(mail: string): Promise<string> {
	const { hostname, port } = new URL(sandbox.running.smtpUrl);
	const socket = connect(Number(port), hostname);
	socket.setEncoding('utf8');
	const say = async (line: string) => {
		socket.write(`${line}\r\n`);
		const [answer] = (await once(socket, 'data')) as [string];
		return answer;
	};
	await once(socket, 'data');
	for (const line of ['HELO client', 'MAIL FROM:<ada@client.example>', 'RCPT TO:<help@shop.example>', 'DATA'])
		await say(line);
	const answer = await say(`${mail}\r\n.`);
	socket.end('QUIT\r\n');
	return answer;
}
