import { ApiError, conversationOf, type Lead } from '../../../api';
import type { WithoutErased } from '../../privacy';
import { newTurnNotes, readInTurns, type TurnNotes } from './read-in-turns';
import { leadOf, refusal, ServiceOfLeads, talk } from './testing/service';

const AT = '2026-11-01T00:00:00.000Z';
const NOBODY: WithoutErased = { without: (leads) => Promise.resolve([...leads]) };
const service = new ServiceOfLeads();
let kept: Lead[][];
beforeAll(() => service.start());
afterAll(() => service.stop());
afterEach(() => {
	vi.useRealTimers();
});
beforeEach(() => {
	service.calls = [];
	service.replies.clear();
	service.listReply = null;
	service.listed = [];
	service.agents.clear();
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
const attempt = (
	leads: readonly Lead[],
	notes: TurnNotes,
	calls: number,
	erased = NOBODY,
	size = 1_000,
	needsAgent = true,
) =>
	readInTurns(
		leads,
		{ ...wanted, size },
		{
			api: service.api,
			erased,
			parts,
			notes,
			calls,
			needsAgent,
			signal: AbortSignal.timeout(10 * 60_000),
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

it('takes a conversation for another agent’s only if the id is one of an agent of the key', async () => {
	service.agents.add('b');
	service.replies.set('c', { body: talk('c', AT, 'b') });
	service.replies.set('d', { body: talk('d', AT, 'account-7') });
	const { found } = await all([leadOf(1, 'c', AT), leadOf(2, 'd', AT), leadOf(3, 'd', AT)], 4);
	expect(found.map((each) => each?.missing)).toEqual(['other_agent', null, null]);
});

/** Attempts that fail, so many minutes one after the other. */
async function failing(leads: readonly Lead[], notes: TurnNotes, times: number, minutes: number) {
	for (let failures = 0; failures < times; failures += 1) {
		await expect(attempt(leads, notes, 4)).rejects.toBeInstanceOf(ApiError);
		vi.setSystemTime(Date.now() + minutes * 60_000);
	}
}

const html = (status: number) => ({ status, body: '<html>Bad gateway</html>' });
const missingOf = (read: Lead[] | null) => read?.map((lead) => conversationOf(lead)?.missing);

it.each([
	['500', refusal(500)],
	['502 of a proxy', html(502)],
	['404 of a proxy', html(404)],
	['403 of a proxy', html(403)],
	['half a reply', { body: '{"id":' }],
])('gives up a conversation that is %s for a quarter of an hour while the next one is read', async (_what, reply) => {
	vi.useFakeTimers({ now: Date.parse(AT), toFake: ['Date'] });
	service.replies.set('c', reply);
	const leads = [leadOf(1, 'c', AT), leadOf(2, 'd', AT)];
	const notes = newTurnNotes();
	await failing(leads, notes, 20, 0);
	await failing(leads, notes, 1, 16);
	service.calls = [];
	expect(missingOf(await attempt(leads, notes, 4))).toEqual(['failed', null]);
	expect(service.calls.toSorted()).toEqual(['c', 'd', 'd']);
});

it('gives up none of several while the service fails for all of them, however long', async () => {
	vi.useFakeTimers({ now: Date.parse(AT), toFake: ['Date'] });
	const leads = [leadOf(1, 'c', AT), leadOf(2, 'd', AT)];
	const notes = newTurnNotes();
	for (const id of ['c', 'd']) service.replies.set(id, refusal(503));
	await failing(leads, notes, 30, 5);
	service.replies.clear();
	expect(missingOf(await attempt(leads, notes, 4))).toEqual([null, null]);
});

it('reads another conversation of the list as the proof where there is no next lead', async () => {
	vi.useFakeTimers({ now: Date.parse(AT), toFake: ['Date'] });
	const notes = newTurnNotes();
	for (const id of ['c', 'other']) service.replies.set(id, refusal(504));
	service.listed = ['c', 'other'];
	await failing([leadOf(1, 'c', AT)], notes, 12, 5);
	service.replies.delete('other');
	expect(missingOf(await attempt([leadOf(1, 'c', AT)], notes, 4))).toEqual(['failed']);
});

it('counts neither a full limit nor a refused key as failures of a conversation', async () => {
	vi.useFakeTimers({ now: Date.parse(AT), toFake: ['Date'] });
	const leads = [leadOf(1, 'c', AT), leadOf(2, 'd', AT)];
	const notes = newTurnNotes();
	for (const reply of [refusal(429), refusal(401)]) {
		service.replies.set('c', reply);
		await failing(leads, notes, 10, 5);
	}
	expect(notes.failing).toBeNull();
	service.replies.set('c', refusal(500));
	await failing(leads, notes, 1, 0);
	expect(notes.failing).toMatchObject({ times: 1, since: Date.now() });
});

it('names the lead whose conversation fails', async () => {
	service.replies.set('c', html(502));
	await expect(attempt([leadOf(17, 'c', AT)], newTurnNotes(), 1)).rejects.toMatchObject({
		message: expect.stringContaining('conversation of lead 17') as string,
	});
});

it.each([404, 403])('fails with what the list says (%d) if the agent was taken from the key', async (status) => {
	service.replies.set('c', refusal(404));
	service.listReply = refusal(status);
	await expect(attempt([leadOf(1, 'c', AT)], newTurnNotes(), 4)).rejects.toMatchObject({
		status,
		operationId: 'listConversations',
	});
	const read = await attempt([leadOf(1, 'c', AT)], newTurnNotes(), 4, NOBODY, 1_000, false);
	expect(missingOf(read)).toEqual(['agent_gone']);
});

it('lets a 404 of a proxy pass, also one for the list', async () => {
	service.replies.set('c', html(404));
	await expect(attempt([leadOf(1, 'c', AT)], newTurnNotes(), 4)).rejects.toMatchObject({ status: 502 });
	service.replies.set('c', refusal(404));
	service.listReply = html(404);
	await expect(attempt([leadOf(1, 'c', AT)], newTurnNotes(), 4)).rejects.toMatchObject({ status: 502 });
});

it('has all stored before the first attempt that returns them, and reads none again', async () => {
	const leads = [leadOf(1, 'c', AT), leadOf(2, 'd', AT)];
	const notes = newTurnNotes();
	expect(await attempt(leads, notes, 4)).toHaveLength(2);
	expect(missingOf(await attempt(leads, notes, 4))).toEqual([null, null]);
	expect(service.calls.toSorted()).toEqual(['c', 'd']);
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
