import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ServiceError } from '@temporalio/client';
import { ahead, now } from '../../test/support/time/moments';
import type { MailView } from '../../workflows/email/review-contract';
import { nobodyAnswers } from '../tasks/reviews/review-service';
import type { ReviewService } from '../tasks/reviews';
import { sealReviewToken } from '../tasks/reviews/review-links';
import { mail } from '../tasks/subjects';
import { Keyring } from '../temporal';
import { type FileGateway, testGateway, useTestGateway } from './testing/test-gateway';

const keyring = new Keyring({
	keys: [{ id: 'first', secret: randomBytes(32).toString('base64') }],
	current: 'first',
});
const gateway = useTestGateway({ keyring });
const expiresAt = ahead(3_600_000).getTime();
const link = { taskId: 'email-send-with-review~a', question: 1, reviewer: null, expiresAt, keyVersion: 'first' };
const url = `/review/${sealReviewToken(keyring, link)}`;
const view: MailView = {
	connection: 'main',
	agentId: 'agent_support',
	sessionId: null,
	sender: null,
	draft: { to: ['ada@client.example'], cc: [], subject: 'Your order', content: 'It comes on Tuesday.' },
	question: { number: 1, kind: 'approval', hash: 'the-hash', reason: 'A person approves.', expiresAt },
	decisions: [],
	asked: {},
	reviewers: [],
	origin: null,
	resumeAutoReplies: false,
	keyVersion: 'first',
};
const rejected = { action: 'reject', hash: 'the-hash', by: 'Lead' };
const edited = {
	action: 'edit',
	hash: 'the-hash',
	by: 'Lead <1>',
	to: 'ada@client.example',
	cc: '',
	subject: 'Your late order',
	content: 'It comes\r\non "Friday" <soon>.',
};

/** A review that takes every decision. */
function open(): ReviewService & { asked: unknown[] } {
	const asked: unknown[] = [];
	return {
		asked,
		read: () => Promise.resolve({ subject: mail, view }),
		execution: () => Promise.resolve(null),
		decide: (_taskId, request) => {
			asked.push(request);
			const { action, by, hash } = request;
			const at = now().toISOString();
			return Promise.resolve({
				decision: { id: request.id, question: 1, action, by, via: 'page', at, note: null, hash },
				next: null,
			});
		},
	};
}

const form = (fields: Record<string, string>, headers: Record<string, string> = {}) => ({
	method: 'POST',
	url,
	token: null,
	payload: new URLSearchParams(fields).toString(),
	headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
});

describe('a form of the review page', () => {
	const publicUrl = 'https://tasks.example.com';
	const atPublicUrl = useTestGateway({ keyring, inFile: { gateway: { publicUrl } } });
	const behindProxy = useTestGateway({ keyring, inFile: { gateway: { trustedProxies: ['127.0.0.0/8'] } } });
	const forwarded = { 'x-forwarded-host': 'inside.example.com', 'x-forwarded-for': '192.0.2.1' };

	test.each<[string, Record<string, string>, FileGateway, boolean]>([
		['that the browser says is ours', { origin: publicUrl, 'sec-fetch-site': 'same-origin' }, gateway, true],
		['from the public address, behind a proxy', { origin: publicUrl }, atPublicUrl, true],
		[
			'from the host that a trusted proxy names',
			{ origin: 'https://inside.example.com', ...forwarded },
			behindProxy,
			true,
		],
		['that no browser sent', {}, gateway, true],
		['that the reader sent themselves', { 'sec-fetch-site': 'none' }, gateway, true],
		['from another site', { origin: 'https://elsewhere.example' }, atPublicUrl, false],
		[
			'that the browser says is of another site',
			{ origin: publicUrl, 'sec-fetch-site': 'cross-site' },
			atPublicUrl,
			false,
		],
		[
			'of a neighbour of the same site',
			{ origin: 'https://blog.example.com', 'sec-fetch-site': 'same-site' },
			atPublicUrl,
			false,
		],
		['from the public host without TLS', { origin: 'http://tasks.example.com' }, atPublicUrl, false],
		['of a page that hides where it is', { origin: 'null' }, atPublicUrl, false],
		['from the host that anybody names', { origin: 'https://inside.example.com', ...forwarded }, gateway, false],
	])('%s', async (_what, headers, called, isTaken) => {
		const reviews = open();
		const { ask } = called.serve({ reviews });
		const { text } = await ask(form(rejected, headers));
		expect([text.includes('from another site'), reviews.asked.length]).toEqual([!isTaken, isTaken ? 1 : 0]);
	});

	test('from the address that the gateway itself was called at', async () => {
		const reviews = open();
		const { ask, url: origin } = gateway.serve({ reviews });
		await ask(form(rejected, { origin }));
		expect(reviews.asked).toHaveLength(1);
	});
});

test.each([
	['may not read it', 403],
	['knows it no more', 404],
	['fails', 500],
])('the service is asked once, however often the link is opened, when it %s', async (_what, status) => {
	let calls = 0;
	const service = createServer((_request, response) => {
		calls += 1;
		response.writeHead(status, { 'content-type': 'application/json' });
		response.end(JSON.stringify({ type: 'some_type', title: 'The transcript is not for you', status }));
	}).listen(0, '127.0.0.1');
	await once(service, 'listening');
	try {
		const baseUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
		const reviews = {
			...open(),
			read: () => Promise.resolve({ subject: mail, view: { ...view, sessionId: 'email:7' } }),
		};
		const { ask } = gateway.serve({ reviews, baseUrl });
		const pages = [await ask({ url, token: null }), await ask({ url, token: null }), await ask({ url, token: null })];
		for (const { text } of pages) expect(text).toContain('It could not be read.');
		expect(calls).toBe(1);
	} finally {
		service.close();
	}
});

describe('a reviewer sees a page, not JSON', () => {
	const html = (headers: Headers) => [headers.get('content-type'), headers.get('cache-control')];
	const page = ['text/html; charset=utf-8', 'no-store'];

	test.each([
		['no worker answers', nobodyAnswers(), 503, '10', /retry in 10 s/i],
		['Temporal is away', new ServiceError('14 UNAVAILABLE'), 503, '5', /retry in 5 s/i],
		['nobody expected it', new Error('secret inner state'), 500, null, /request id req-1/],
	])('when %s', async (_what, error, status, after, said) => {
		const reviews = { ...open(), read: () => Promise.reject(error) };
		const { ask } = await testGateway({ keyring, reviews });
		const reply = await ask({ url, token: null });
		expect([reply.status, reply.headers.get('retry-after')]).toEqual([status, after]);
		expect(html(reply.headers)).toEqual(page);
		expect(reply.text).toMatch(said);
		expect(reply.text).not.toMatch(/Idempotency-Key|secret/);
	});

	test('when they ask too often; sent again, the form still has what was typed', async () => {
		const { ask } = await testGateway({ keyring, reviews: open(), inFile: { gateway: { limits: { perAddress: 1 } } } });
		await ask({ url, token: null });
		const [read, sent] = [await ask({ url, token: null }), await ask(form(edited))];
		expect([read.status, sent.status]).toEqual([429, 429]);
		expect([html(read.headers), html(sent.headers)]).toEqual([page, page]);
		expect(Number(read.headers.get('retry-after'))).toBeGreaterThan(0);
		expect(sent.text).toContain('reload this page');
	});

	test.each(['%zz', 'x'.repeat(600), '', 'a/b'])('when the link is "%s"', async (broken) => {
		const { ask } = gateway;
		const { status, headers, text } = await ask({ url: `/review/${broken}`, token: null });
		expect([status, ...html(headers)]).toEqual([404, ...page]);
		expect(text).toContain('The link is incomplete');
	});

	test('when the form is none', async () => {
		const { ask } = gateway.serve({ reviews: open() });
		const { status, headers, text } = await ask({ ...form({ a: 'b' }), headers: { 'content-type': 'text/csv' } });
		expect([status, ...html(headers)]).toEqual([415, ...page]);
		expect(text).toContain('could not be read');
	});
});

describe('a decision that did not get through', () => {
	test.each(['read', 'decide'] as const)('at %s is shown again, ready to be sent once more', async (method) => {
		const away: ReviewService = { ...open(), [method]: () => Promise.reject(nobodyAnswers()) };
		const { ask } = gateway.serve({ reviews: away });
		const { status, headers, text } = await ask(form(edited));
		expect([status, headers.get('retry-after')]).toEqual([503, '10']);
		expect(text).toContain(`action="..${url}"`);
		expect(text).toContain('Send it again');
		for (const [name, value] of Object.entries({ action: 'edit', hash: 'the-hash', subject: 'Your late order' }))
			expect(text).toMatch(new RegExp(`name="${name}" value="${value}"`));
		expect(text).toContain('value="Lead &lt;1&gt;"');
		expect(text).toContain('It comes\non &quot;Friday&quot; &lt;soon&gt;.</textarea>');
	});

	test('is shown to nobody whose form came from another site', async () => {
		const away: ReviewService = { ...open(), decide: () => Promise.reject(nobodyAnswers()) };
		const { ask } = gateway.serve({ reviews: away });
		expect((await ask(form(edited, { origin: 'https://elsewhere.example' }))).text).not.toContain('Friday');
	});
});

it('has its style, in tests too', async () => {
	const { ask } = gateway;
	const { headers, text } = await ask({ url: '/review/style.css', token: null });
	expect(headers.get('content-type')).toBe('text/css; charset=utf-8');
	expect(text).toContain('max-width');
});
