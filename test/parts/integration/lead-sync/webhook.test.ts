import { now } from '../../../support/time/moments';
import type { TaskProgress } from '../../../../workflows/task/visibility';
import { syncOverdueSeconds, type TaskView } from '../../../../worker/tasks';
import { useHttpDestinations } from './use-http-destinations';

/** More than 400 refused leads stop a sync. */
const NAMELESS = 401;

const to = useHttpDestinations();
afterEach(() => {
	to.receiver.answer = () => ({ status: 200 });
	to.receiver.deliveries.length = 0;
});

describe('a sync into a webhook', () => {
	it('posts no lead again that was taken, when the receiver fails in the middle of a page', async () => {
		const agent = await to.syncs.agentWith(6);
		let failures = 2;
		to.receiver.answer = ({ data }) => {
			const fails = data.email === 'person4@example.com' && failures > 0;
			if (fails) failures -= 1;
			return fails ? { status: 503 } : { status: 200 };
		};
		const { id } = await to.syncs.sync(agent, 'hook');
		await to.syncs.untilSynced(id, 6);
		expect(to.deliveredTo(agent).map(({ data }) => data.email)).toEqual([
			'person1@example.com',
			'person2@example.com',
			'person3@example.com',
			'person4@example.com',
			'person4@example.com',
			'person4@example.com',
			'person5@example.com',
			'person6@example.com',
		]);
		await to.syncs.cancel(id);
	});

	it('continues after a lead that the receiver refuses, and delivers it on a retry', async () => {
		const agent = await to.syncs.agentWith(3);
		to.receiver.answer = ({ data }) => ({ status: data.email === 'person2@example.com' ? 422 : 200 });
		const { id } = await to.syncs.sync(agent, 'hook');
		await to.syncs.until(id, 'one refused', ({ progress }) => progress?.itemsFailed === 1);
		expect(await to.syncs.actions.refusedLeads(id)).toMatchObject([{ reason: 'The receiver answered 422.' }]);
		to.receiver.answer = () => ({ status: 200 });
		await to.syncs.act(id, 'retry-refused');
		await to.syncs.until(id, 'none refused', ({ progress }) => progress?.itemsFailed === 0);
		expect(new Set(to.deliveredTo(agent).map(({ webhookId }) => webhookId)).size).toBe(3);
		const { result } = await to.syncs.cancel(id);
		expect(result).toMatchObject({ leadsSynced: 3, leadsRefused: 0 });
	});

	it('lists a lead that does not fit as set aside, not as one that may block the sync', async () => {
		const agent = await to.syncs.agentWith(2);
		to.receiver.answer = ({ data }) => ({ status: data.email === 'person1@example.com' ? 413 : 422 });
		const { id } = await to.syncs.sync(agent, 'hook');
		await to.syncs.until(id, 'two in the list', ({ progress }) => progress?.itemsFailed === 2);
		const kinds = (await to.syncs.actions.refusedLeads(id)).map(({ kind = 'refused' }) => kind);
		expect(kinds.sort()).toEqual(['refused', 'set_aside']);
		await to.syncs.cancel(id);
	});

	it('names its destination from the first write on, also while the receiver is down', async () => {
		to.receiver.answer = () => ({ status: 503 });
		const { id } = await to.syncs.sync(await to.syncs.agentWith(1), 'hook');
		const { progress } = await to.syncs.until(id, 'a problem', (task) => task.progress?.problem !== undefined);
		expect(progress).toMatchObject({ destination: 'hook', problem: { type: 'destination_held' } });
		await to.syncs.cancel(id);
	});

	it('counts its lag from the last look, also when the receiver is down from then on and it is paused', async () => {
		const agent = await to.syncs.agentWith(1);
		const { id } = await to.syncs.sync(agent, 'hook');
		const { progress: written } = await to.syncs.untilSynced(id, 1);
		await to.syncs.act(id, 'sync-now');
		const isLater = (than?: TaskProgress | null) => (task: TaskView) =>
			(task.progress?.upToDateAt ?? '') > (than?.upToDateAt ?? '');
		const { progress: looked } = await to.syncs.until(id, 'a look', isLater(written));
		expect(Date.parse(looked?.nextAt ?? '')).toBeGreaterThan(Date.parse(looked?.upToDateAt ?? ''));
		to.receiver.answer = () => ({ status: 503 });
		await to.syncs.capture(agent, 'second@example.com');
		const { progress: held } = await to.syncs.until(id, 'a problem', ({ progress }) => progress?.problem !== undefined);
		expect(held?.problem?.type).toBe('destination_held');
		expect(held?.problem?.detail).toContain('503');
		expect(held?.itemsDone).toBe(1);
		expect(Date.parse(held?.upToDateAt ?? '')).toBeGreaterThanOrEqual(Date.parse(looked?.upToDateAt ?? ''));
		// The next try is always near; overdue is the look that was due.
		const isOverdue = (task: TaskView) => (syncOverdueSeconds(task, now().getTime()) ?? 0) >= 3;
		const { progress: overdue } = await to.syncs.until(id, 'a look that is overdue', isOverdue);
		expect(overdue?.problem?.type).toBe('destination_held');
		expect(overdue?.dueAt).toBe(held?.dueAt);
		expect(Date.parse(overdue?.dueAt ?? '')).toBeGreaterThan(Date.parse(held?.upToDateAt ?? ''));
		await to.syncs.act(id, 'pause');
		const { progress: paused } = await to.syncs.until(id, 'the stage paused', ({ stage }) => stage === 'paused');
		expect(paused?.upToDateAt).toBe(held?.upToDateAt);
		expect(paused?.problem).toBeUndefined();
		await to.syncs.cancel(id);
	});

	it('loses nothing when its worker is restarted', async () => {
		const agent = await to.syncs.agentWith(2);
		const { id } = await to.syncs.sync(agent, 'hook');
		await to.syncs.untilSynced(id, 2);
		await to.syncs.platform.stopWorkers();
		await to.syncs.capture(agent, 'meanwhile@example.com');
		await to.syncs.platform.restartWorkers();
		await to.syncs.act(id, 'sync-now');
		await to.syncs.untilSynced(id, 3);
		expect(to.deliveredTo(agent)).toHaveLength(3);
		await to.syncs.cancel(id);
	});
});

describe('a sync that was cancelled', () => {
	it('continues where it was after a new start, and posts nothing again', async () => {
		const agent = await to.syncs.agentWith(2);
		to.receiver.answer = ({ data }) => ({ status: data.email === 'person2@example.com' ? 422 : 200 });
		const { id } = await to.syncs.sync(agent, 'hook');
		await to.syncs.until(id, 'one refused', ({ progress }) => progress?.itemsFailed === 1);
		await to.syncs.act(id, 'pause');
		await to.syncs.cancel(id);
		await to.syncs.capture(agent, 'third@example.com');
		const again = await to.syncs.sync(agent, 'hook', { intervalSeconds: 3600 });
		expect(again.id).toBe(id);
		await to.syncs.untilSynced(id, 2);
		expect(to.deliveredTo(agent).map(({ data }) => data.email)).toEqual([
			'person1@example.com',
			'person2@example.com',
			'third@example.com',
		]);
		expect(await to.syncs.actions.refusedLeads(id)).toHaveLength(1);
		await to.syncs.cancel(id);
	});
});

describe('a sync into HubSpot', () => {
	it('makes one contact of a person with several leads, and waits as long as HubSpot asks', async () => {
		const agent = await to.syncs.agentWith(2);
		await to.syncs.capture(agent, 'PERSON1@example.com', { phone: '+39 011' });
		to.hubspot.failNext(1, 429, { 'retry-after': '1' });
		const { id } = await to.syncs.sync(agent, 'crm');
		await to.syncs.untilSynced(id, 3);
		expect(to.hubspot.account.all()).toHaveLength(2);
		expect(to.hubspot.account.byEmail('person1@example.com')?.properties).toMatchObject({
			phone: '+39 011',
			firstname: 'Ada',
		});
		await to.syncs.cancel(id);
	});

	it('holds its place while the token is refused, and says what to do', async () => {
		const agent = await to.syncs.agentWith(1);
		to.hubspot.failNext(1, 401);
		const { id } = await to.syncs.sync(agent, 'crm');
		const { progress } = await to.syncs.until(id, 'a reason', (task) =>
			/answered 401/.test(task.progress?.message ?? ''),
		);
		expect(progress?.message).toContain('Put a valid token');
		expect(progress?.message).not.toContain(to.hubspot.token);
		await to.syncs.act(id, 'sync-now');
		await to.syncs.untilSynced(id, 1);
		await to.syncs.cancel(id);
	});

	it('sets leads without an address aside, more than a list of refused leads holds, and brings the next ten', async () => {
		const agent = await to.syncs.agentWith(0);
		for (let number = 0; number < NAMELESS; number += 1) await to.syncs.capture(agent, '');
		const { id } = await to.syncs.sync(agent, 'crm');
		await to.syncs.until(id, 'all of them listed', ({ progress }) => progress?.itemsFailed === NAMELESS);
		const after = Array.from({ length: 10 }, (_, number) => `after${number}@example.com`);
		for (const email of after) await to.syncs.capture(agent, email);
		await to.syncs.act(id, 'sync-now');
		const { progress } = await to.syncs.untilSynced(id, after.length);
		expect(progress?.message).toContain(`10 leads synced; ${NAMELESS} set aside`);
		expect(after.filter((email) => to.hubspot.account.byEmail(email) === undefined)).toEqual([]);
		const { result } = await to.syncs.cancel(id);
		expect(result).toMatchObject({ leadsSynced: after.length, leadsRefused: NAMELESS });
	});
});
