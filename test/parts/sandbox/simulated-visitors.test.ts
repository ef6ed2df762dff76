import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { now } from '../../support/time/moments';
import { leadSchema, listSchema } from '../../../api';
import { startSandbox } from '../../../sandbox/bootstrap/start-sandbox';
import { TestSandbox } from './running-sandbox';
import { eventually } from '../../support/time/eventually';

const stateSchema = z.strictObject({
	enabled: z.boolean(),
	visits: z.number(),
	questions: z.number(),
	leads: z.number(),
});
/** A minute in 60 ms. */
const FAST = { clockFactor: 1000 };
/** A minute in 17 h: nobody comes. */
const STILL = { clockFactor: 0.001 };

let dataDir: string;
let sandbox: TestSandbox;
beforeEach(async () => {
	dataDir = await mkdtemp(join(tmpdir(), 'sandbox-visitors-'));
});
afterEach(async () => {
	await sandbox.running.close();
	await rm(dataDir, { recursive: true });
});

async function start(options: Parameters<typeof startSandbox>[0]): Promise<void> {
	sandbox = TestSandbox.of(await startSandbox({ dataDir, demoData: true, rateLimit: 'none', ...options }));
}
const state = async () => stateSchema.parse((await sandbox.admin('GET', '/visitors')).body);
const turn = async (enabled: boolean) =>
	stateSchema.parse((await sandbox.admin('PATCH', '/visitors', { enabled })).body);
const comeBy = (visits: number) =>
	eventually(state, (seen) => seen.visits >= visits, 'a simulated visitor comes now and then');
async function newest(list: string) {
	const { body } = await sandbox.call('GET', `/agents/agent_support/${list}?limit=100`);
	return listSchema(z.looseObject({})).parse(body);
}

it('bring questions, unanswered questions and leads with form fields, as visitors of the widget do', async () => {
	await start({ simulateVisitors: true, ...FAST });
	const before = now().getTime();
	const { questions, leads } = await comeBy(12);
	expect([questions >= 7, leads >= 7]).toEqual([true, true]);
	await turn(false);

	const captured = z.array(leadSchema).parse((await newest('leads')).items);
	const fresh = captured.filter(({ capturedAt }) => Date.parse(capturedAt) >= before);
	expect(fresh.length).toBeGreaterThanOrEqual(5);
	for (const { fields, email } of fresh) {
		expect(Object.keys(fields).length).toBeGreaterThanOrEqual(3);
		expect(email).toMatch(/@[a-z-]+\.example$/);
	}
	const transcripts = await Promise.all(
		fresh.map(async ({ conversationId }) => (await sandbox.call('GET', `/conversations/${conversationId}`)).body),
	);
	const talks = z
		.array(z.object({ channel: z.literal('website'), messages: z.array(z.looseObject({ role: z.string() })) }))
		.parse(transcripts);
	expect(talks.some(({ messages }) => messages.map(({ role }) => role).join() === 'visitor,assistant')).toBe(true);
	const { body } = await sandbox.call('GET', '/agents/agent_support/unanswered-questions?period=7d');
	const asked = z.object({ items: z.array(z.object({ content: z.string() })) }).parse(body).items;
	const contents = asked.map(({ content }) => content);
	expect(contents).toContain('May my dog come along?');
	expect(contents).not.toContain('How much does a new zip cost?');
});

it('do not come unless they are switched on, and the switch survives a restart', async () => {
	await start({ ...FAST });
	expect(await state()).toEqual({ enabled: false, visits: 0, questions: 0, leads: 0 });
	expect((await turn(true)).enabled).toBe(true);
	await comeBy(2);
	await sandbox.running.close();
	await start({ ...STILL });
	const { enabled, visits } = await state();
	expect([enabled, visits >= 2]).toEqual([true, true]);
	await turn(false);
	await sandbox.running.close();
	// The switch was used, so the setting of the start counts no more.
	await start({ simulateVisitors: true, ...FAST });
	expect(await state()).toMatchObject({ enabled: false, visits });
});

it('leave half of the message credits to people, and then only send forms', async () => {
	await start({ ...FAST });
	await sandbox.admin('PATCH', '/account', { messageCredits: 4 });
	await turn(true);
	const { questions } = await comeBy(8);
	expect(questions).toBe(2);
	expect((await sandbox.admin('GET', '/account')).body).toMatchObject({ messageCredits: { remaining: 2 } });
});

it('says which value of the switch is wrong', async () => {
	await start({ ...STILL });
	const { status, body } = await sandbox.admin('PATCH', '/visitors', { enabled: 'yes' });
	expect(status).toBe(400);
	expect(body).toMatchObject({ issues: [{ path: 'enabled' }] });
});
