import { EVENT_TYPES, type EventType, type Incident } from '../../workflows/task/event';
import { Keyring } from '../temporal/keyring';
import { sharedRead, signingSecrets, wantedPart } from './subscription';
import { sampleEvent } from './sample-events';

const keyring = new Keyring({ keys: [{ id: 'k1', secret: Buffer.alloc(32, 7).toString('base64') }], current: 'k1' });
const ID = 'subscription~QZr5m1kq';
const secret = { number: 1, keyVersion: 'k1' };

it('makes another secret for each creation, and the same one each time it is asked', () => {
	const secretsOf = (creation: string) => signingSecrets(keyring, ID, { secret, previous: null, creation });
	expect(secretsOf('one')).not.toEqual(secretsOf('two'));
	expect(secretsOf('one')).toEqual(secretsOf('one'));
});

/** A question that is answered when it is told to, each time with how often it was asked. */
function question() {
	const open: Array<{ answer: () => void; fail: () => void }> = [];
	const ask = () =>
		new Promise<number>((resolve, reject) => {
			const number = open.length + 1;
			open.push({
				answer: () => {
					resolve(number);
				},
				fail: () => {
					reject(new Error('away'));
				},
			});
		});
	return { open, ask };
}

const soon = () => new Promise((resolve) => setImmediate(resolve));

it('is asked once for all who ask before it has begun, and once more for all who come while it is answered', async () => {
	const { open, ask } = question();
	const answer = sharedRead(ask);
	const first = [answer(), answer()];
	await soon();
	const later = [answer(), answer(), answer()];
	await soon();
	expect(open).toHaveLength(1);
	open[0]?.answer();
	expect(await Promise.all(first)).toEqual([1, 1]);
	await soon();
	open[1]?.answer();
	expect(await Promise.all(later)).toEqual([2, 2, 2]);
	expect(open).toHaveLength(2);
});

it('fails for those who shared the question, and asks again for those who come after', async () => {
	const { open, ask } = question();
	const answer = sharedRead(ask);
	const first = [answer(), answer()].map((each) => expect(each).rejects.toThrow('away'));
	await soon();
	open[0]?.fail();
	await Promise.all(first);
	const later = answer();
	await soon();
	open[1]?.answer();
	expect(await later).toBe(2);
});

describe('an end that needs a look', () => {
	const told = (format: 'slack' | 'events', events: EventType[], type: EventType, data: object) => {
		const { sample: _asked, ...event } = sampleEvent(type, 'evt-1', 'main');
		const settings = { enabled: true, digests: 'all', format, events, connection: null } as const;
		return wantedPart(settings, { ...event, type, data: { ...event.data, ...data } }) !== null;
	};
	const all: EventType[] = ['task.completed', 'task.failed', 'email.outcome', 'schedule.digest'];

	it.each(['task.completed', 'email.outcome', 'schedule.digest'] as const)(
		'is not told by %s to people too',
		(type) => {
			expect(told('slack', all, type, { needsAttention: true })).toBe(false);
			expect(told('events', all, type, { needsAttention: true })).toBe(true);
			expect(told('slack', [type], type, { needsAttention: true })).toBe(true);
			expect(told('slack', all, type, { needsAttention: false })).toBe(true);
			// An older worker published it.
			expect(told('slack', all, type, { needsAttention: undefined })).toBe(true);
		},
	);

	it('is told to people, but not what somebody cancelled', () => {
		expect(told('slack', all, 'task.failed', { status: 'completed' })).toBe(true);
		expect(told('slack', all, 'task.failed', { status: 'cancelled' })).toBe(false);
		expect(told('events', all, 'task.failed', { status: 'cancelled' })).toBe(true);
	});
});

describe('a subscription that went to another client', () => {
	const to = (connection: string | null): Parameters<typeof wantedPart>[0] => ({
		enabled: true,
		digests: 'all',
		format: 'email',
		events: [...EVENT_TYPES],
		connection,
	});
	const failureOf = (connection: string, more: object = {}) => ({
		taskId: `lead-sync~${connection}`,
		taskType: 'lead-sync',
		agentId: `agent_${connection}`,
		connection,
		reason: `It refused ${connection}.`,
		...more,
	});
	const incident = (failures: object[], more: object = {}) =>
		({ count: failures.length, toldBefore: 3, failures, ...more }) as Incident;

	it.each(EVENT_TYPES)('gets no %s of the client before', (type) => {
		const event = sampleEvent(type, 'evt-1', 'before');
		expect(wantedPart(to('before'), event)).toEqual(event);
		expect(wantedPart(to(null), event)).toEqual(event);
		expect(wantedPart(to('now'), event)).toBeNull();
		expect(wantedPart(to('now'), { ...event, task: { ...event.task, connection: null } })).toBeNull();
	});

	it.each(['sync.blocked', 'sync.resumed'] as const)('gets of a summary of %s its own failures', (type) => {
		const first = sampleEvent(type, 'evt-1', 'before');
		const all = [failureOf('before'), failureOf('now'), failureOf('now', { taskId: 'lead-sync~two' })];
		const event = { ...first, incident: incident(all) };
		expect(wantedPart(to(null), event)).toEqual(event);
		for (const connection of ['before', 'now']) {
			const part = wantedPart(to(connection), event);
			const own = all.filter((each) => each.connection === connection);
			expect(part).toMatchObject({
				id: 'evt-1',
				task: { connection, agentId: expect.any(String) as string },
				incident: { count: own.length, toldBefore: 0, failures: own },
			});
			const other = connection === 'now' ? 'before' : 'now';
			expect(JSON.stringify({ ...part, id: '' })).not.toMatch(new RegExp(`~${other}|refused ${other}|"${other}"`));
		}
		expect(wantedPart(to('nobody'), event)).toBeNull();
	});

	it('gets a summary of one client whole, and nothing of an unknown one', () => {
		const first = sampleEvent('task.failed', 'evt-1', 'now');
		const old = failureOf('now');
		const { connection: _, ...unsaid } = old;
		expect(wantedPart(to('now'), { ...first, incident: incident([unsaid, unsaid]) })).toMatchObject({
			incident: { count: 2, toldBefore: 3 },
		});
		const blocked = sampleEvent('sync.blocked', 'evt-1', 'now');
		expect(wantedPart(to('now'), { ...blocked, incident: incident([unsaid, unsaid]) })).toEqual(blocked);
	});
});
