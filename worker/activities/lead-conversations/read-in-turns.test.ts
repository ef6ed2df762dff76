import { conversationOf, type Lead } from '../../../api';
import type { WithoutErased } from '../../privacy';
import { newTurnNotes, readInTurns, type TurnNotes } from './read-in-turns';
import { leadOf, refusal, ServiceOfLeads, talk } from './testing/service';

const AT = '2026-11-01T00:00:00.000Z';
const NOBODY: WithoutErased = { without: (leads) => Promise.resolve([...leads]) };
const service = new ServiceOfLeads();
let kept: Lead[][];
beforeAll(() => service.start());
afterAll(() => service.stop());
beforeEach(() => {
	service.calls = [];
	service.replies.clear();
	service.listReply = null;
	kept = [];
});

const wanted = { form: 'text', size: 1_000 } as const;
const parts = {
	write(part: number, leads: readonly Lead[]) {
		kept[part] = [...leads];
		return Promise.resolve();
	},
	read: (part: number) => Promise.resolve(kept[part] ?? null),
};

/** One attempt. */
const attempt = (leads: readonly Lead[], notes: TurnNotes, calls: number, erased = NOBODY, size = 1_000) =>
	readInTurns(
		leads,
		{ ...wanted, size },
		{
			api: service.api,
			erased,
			parts,
			notes,
			calls,
			signal: AbortSignal.timeout(60_000),
		},
	);

/** Attempts until all is read, or the failure of one. */
async function all(leads: readonly Lead[], calls = 1, erased = NOBODY, size = 1_000) {
	const notes = newTurnNotes();
	for (let attempts = 1; ; attempts += 1) {
		const read = await attempt(leads, notes, calls, erased, size);
		if (read !== null) return { attempts, read, found: read.map((lead) => conversationOf(lead)) };
	}
}

it.each([1, 3, 4, 100])('reads each conversation once, with %d calls an attempt', async (calls) => {
	const leads = Array.from({ length: 10 }, (_none, index) => leadOf(index, `c${index % 7}`, AT));
	const { attempts, read, found } = await all(leads, calls);
	expect(attempts).toBe(Math.ceil(7 / calls));
	expect([...service.calls].sort()).toEqual(['c0', 'c1', 'c2', 'c3', 'c4', 'c5', 'c6']);
	expect(read.map(({ id }) => id)).toEqual(leads.map(({ id }) => id));
	expect(found.map((each) => each?.firstQuestion)).toEqual(
		leads.map(({ conversationId }) => `Question of ${conversationId}`),
	);
});

it.each([
	['is gone', refusal(404), 'deleted'],
	['is refused', refusal(403), 'refused'],
	['is invalid', refusal(400), 'refused'],
	['comes in another form', { body: [1, 2] }, 'failed'],
	['is another agent’s', { body: talk('c', AT, 'b') }, 'other_agent'],
])('gives the lead without a conversation that %s, and says so', async (_what, reply, missing) => {
	service.replies.set('c', reply);
	const { found } = await all([leadOf(1, 'c', AT), leadOf(2, 'd', AT)], 4);
	expect(found).toEqual([
		{ missing, firstQuestion: null, lastAnswer: null, page: null, lastMessageAt: null, cut: false },
		expect.objectContaining({ missing: null, lastAnswer: 'Answer to d' }),
	]);
});

it('makes no call for a lead that names no conversation', async () => {
	const { found } = await all([leadOf(1, '', AT)]);
	expect([found[0]?.missing, service.calls]).toEqual(['no_id', []]);
});

it.each([
	['the scope is missing', refusal(403, 'insufficient_scope')],
	['the limit is reached', refusal(429)],
	['the key is refused', refusal(401)],
])('fails when %s, and loses nothing of what it had read', async (_what, reply) => {
	const leads = [leadOf(1, 'c', AT), leadOf(2, 'd', AT)];
	service.replies.set('d', reply);
	const notes = newTurnNotes();
	expect(await attempt(leads, notes, 4)).toBeNull();
	await expect(attempt(leads, notes, 4)).rejects.toMatchObject({
		status: reply.status,
	});
	service.replies.clear();
	service.calls = [];
	expect(await attempt(leads, notes, 4)).toHaveLength(2);
	expect(service.calls).toEqual(['d']);
});

it('gives up a conversation that fails again and again while the service works', async () => {
	service.replies.set('c', refusal(500));
	const notes = newTurnNotes();
	for (let failures = 0; failures < 8; failures += 1)
		await expect(attempt([leadOf(1, 'c', AT)], notes, 1)).rejects.toMatchObject({ status: 500 });
	const read = await attempt([leadOf(1, 'c', AT)], notes, 1);
	expect(read?.map((lead) => conversationOf(lead)?.missing)).toEqual(['failed']);
});

it('waits for a service that fails as a whole', async () => {
	service.replies.set('c', refusal(500));
	service.listReply = refusal(500);
	const notes = newTurnNotes();
	for (let failures = 0; failures < 12; failures += 1)
		await expect(attempt([leadOf(1, 'c', AT)], notes, 1)).rejects.toMatchObject({ status: 500 });
});

it('keeps the size of a conversation of 5 MB', async () => {
	service.replies.set('c', { body: { id: 'c', messages: [{ role: 'user', content: 'x'.repeat(5 * 1024 * 1024) }] } });
	const { found } = await all([leadOf(1, 'c', AT)], 1, NOBODY, 500);
	expect(found[0]).toMatchObject({ cut: true, missing: null });
	expect(JSON.stringify(found[0]).length).toBeLessThan(2_000);
});

it('gives no conversation that names an erased person', async () => {
	const body = { ...talk('c', AT), note: 'Also for Eve@erased.example, please' };
	service.replies.set('c', { body });
	const erased: WithoutErased = {
		without: (leads) => Promise.resolve(leads.filter(({ email }) => email !== 'eve@erased.example')),
	};
	const { found } = await all([leadOf(1, 'c', AT), leadOf(2, 'd', AT)], 4, erased);
	expect(found.map((each) => each?.missing)).toEqual(['erased', null]);
});

it('reads again what an erasure has removed', async () => {
	const leads = [leadOf(1, 'c', AT), leadOf(2, 'd', AT)];
	const notes = newTurnNotes();
	expect(await attempt(leads, notes, 1)).toBeNull();
	kept[0] = [];
	expect(await attempt(leads, notes, 1)).toBeNull();
	expect(notes).toEqual(newTurnNotes());
	expect(await attempt(leads, notes, 4)).toHaveLength(2);
});
