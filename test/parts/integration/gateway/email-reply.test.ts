import { createTransport } from 'nodemailer';
import { z } from 'zod';
import { eventually, isThere } from '../../../support/time/eventually';
import type { Mailboxes } from '../../../support/gateway/mailboxes';
import type { Reviews } from '../../../support/gateway/reviews';
import { reviewsOn } from '../../../support/gateway/reviews-on';
import { type GatewayPlatform, startPlatform } from '../../../support/gateway/start-platform';

const HELP = 'help@shop.example';
const ADA = 'ada@client.example';
const COLLEAGUE = 'grace@client.example';

const listSchema = z.object({ items: z.array(z.looseObject({ id: z.string(), channel: z.string() })) });
const threadSchema = z.looseObject({
	thread: z.looseObject({ aiPaused: z.boolean() }),
	deliveries: z.array(z.looseObject({ id: z.string() })),
});

let platform: GatewayPlatform;
let mail: Mailboxes;
let reviews: Reviews;
let sessionId: string;

beforeAll(async () => {
	platform = await startPlatform({ clockFactor: 1_000 });
	({ mail, reviews } = await reviewsOn(platform));
	sessionId = await written();
});
afterAll(() => platform.close());

/** A customer writes to the mailbox. @returns the conversation that this opens */
async function written(): Promise<string> {
	const transport = createTransport(platform.sandbox.smtpUrl);
	await transport.sendMail({ from: ADA, to: HELP, subject: 'Where is my order?', text: 'I ordered a lamp.' });
	transport.close();
	return eventually(
		async () => {
			const { items } = listSchema.parse(await mail.call('GET', '/agents/agent_support/conversations?channel=email'));
			const [conversation] = items;
			return conversation === undefined ? null : `email:${conversation.id.replace(/^email:/, '')}`;
		},
		isThere,
		'The conversation with Ada',
	);
}

async function thread() {
	const path = `/agents/agent_support/email/conversations/${encodeURIComponent(sessionId)}`;
	return threadSchema.parse(await mail.call('GET', path));
}

const repliesTo = async (address: string) =>
	(await mail.received(address)).filter(({ text }) => text.includes('version of a person'));

const conversationsMade = async () =>
	(await platform.admin.requests({ method: 'POST', path: '/agents/agent_support/email/conversations' })).length;

const answer = (more: object = {}) => ({
	to: [ADA],
	subject: 'Re: Where is my order?',
	content: 'The version of a person: tomorrow.',
	sessionId,
	...more,
});

describe('a reply into a conversation that a customer began', () => {
	it('is sent once though its answer is lost, and pauses the own replies of the agent', async () => {
		const made = await conversationsMade();
		const { link, question } = await reviews.asking('reply', answer({ cc: [COLLEAGUE] }));
		expect((await thread()).thread.aiPaused).toBe(false);
		const replies = '/agents/agent_support/email/replies';
		await platform.admin.addFault('POST', replies, { kind: 'lost-after' });
		await reviews.decide(link, 'yes', { action: 'approve', hash: question.hash, by: 'Lead' });
		const { result } = await reviews.ended(link);
		expect(result).toMatchObject({
			outcome: 'sent',
			sessionId,
			approved: { to: [ADA], cc: [COLLEAGUE], from: HELP },
			outcomes: [
				{ address: ADA, status: 'delivered' },
				{ address: COLLEAGUE, status: 'delivered' },
			],
			autoReplies: { asked: false, resumed: false },
		});
		expect(await platform.admin.requests({ method: 'POST', path: replies })).toHaveLength(2);
		expect([await repliesTo(ADA), await repliesTo(COLLEAGUE)].map(({ length }) => length)).toEqual([1, 1]);
		expect(await conversationsMade()).toBe(made);
		const { thread: state, deliveries } = await thread();
		expect(state.aiPaused).toBe(true);
		expect(deliveries.map(({ id }) => id)).toContain(result?.['deliveryId']);
	});

	it("resumes the agent's own replies where the person who approves says so, and only then", async () => {
		const { link, question } = await reviews.asking('resume', answer({ content: 'Another version of a person.' }));
		expect((await thread()).thread.aiPaused).toBe(true);
		const decision = { action: 'approve', hash: question.hash, by: 'Lead', resumeAutoReplies: true };
		expect((await reviews.decide(link, 'yes', decision)).status).toBe(200);
		const { result } = await reviews.ended(link);
		expect(result).toMatchObject({ outcome: 'sent', sessionId, autoReplies: { asked: true, resumed: true } });
		expect((await thread()).thread.aiPaused).toBe(false);
		expect(await repliesTo(ADA)).toHaveLength(2);
	});

	it('refuses a mailbox that the conversation is not bound to, before anybody is asked', async () => {
		const other = await mail.active('sales@shop.example');
		const { link } = await reviews.start('other mailbox', answer({ mailboxId: other })).then(({ body }) => ({
			link: z.looseObject({ links: z.object({ self: z.string() }) }).parse(body).links.self,
		}));
		const ended = await reviews.ended(link);
		expect(ended).toMatchObject({ status: 'failed', error: { type: 'mailbox_bound' } });
		expect(await repliesTo(ADA)).toHaveLength(2);
	});
});
