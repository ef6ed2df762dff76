import { recordHistory } from '../replay/record-history';
import { type EmailState, newEmailState } from '../../../workflows/email/task';
import { eventually } from '../../support/time/eventually';
import { DAY_SECONDS, decide, open, useMail } from './use-mail';

const desk = useMail();

const eventsOf = (taskId: string) => desk.mail.events.filter(({ task }) => task.id === taskId).map(({ type }) => type);

describe('a review of fourteen days', () => {
	it('reminds every three days, and sends what was approved on the thirteenth', async () => {
		desk.mail.reports = ['settled'];
		const task = await desk.start('fourteen-days', { remindAfterSeconds: 3 * DAY_SECONDS });
		const { question } = await open(task);
		await desk.environment.sleep('13 days');
		await eventually(
			() => desk.remindersOf('fourteen-days'),
			(seen) => expect(seen).toEqual([0, 1, 2, 3, 4]),
			'a reminder is a workflow of its own',
		);
		expect(desk.mail.replies).toBe(0);
		await decide(task, 'approve', question.hash);
		expect(await task.result()).toMatchObject({ outcome: 'sent', outcomes: [{ address: 'ada@client.example' }] });
		expect(desk.mail.sentTo).toEqual(['ada@client.example']);
		// Each event is published by a workflow of its own, so two at once may arrive in either order.
		const asked = Array<string>(5).fill('review.requested');
		await eventually(
			() => eventsOf('fourteen-days').toSorted(),
			(seen) => expect(seen).toEqual(['email.outcome', ...asked, 'task.completed']),
			'each event is published by a workflow of its own',
		);
		await recordHistory(desk.environment.client, 'fourteen-days', 'email-send-with-review.v1.fourteen-days');
		const { events } = await desk.environment.client.workflow.getHandle('fourteen-days').fetchHistory();
		expect(events?.length).toBeLessThan(200);
	});

	it('expires when nobody decides, and sends nothing', async () => {
		const task = await desk.start('expired');
		expect(await task.result()).toMatchObject({ outcome: 'expired', approved: null, decisions: [] });
		expect([desk.mail.replies, desk.remindersOf('expired')]).toEqual([0, [0]]);
		await recordHistory(desk.environment.client, 'expired', 'email-send-with-review.v1.expired');
	});

	it('keeps its deadline after an edit, asks about the edit, and can reject it', async () => {
		const task = await desk.start('edited', { prompt: 'Write to Ada.', content: undefined });
		const first = await open(task);
		expect(first.draft?.content).toBe('A text of the agent.');
		const draft = { to: ['bob@client.example'], cc: [], subject: 'Other', content: 'Other.' };
		const edited = await decide(task, 'edit', first.question.hash, { draft });
		expect(edited.next).toMatchObject({ number: 2, expiresAt: first.question.expiresAt });
		expect(await decide(task, 'edit', first.question.hash, { draft, id: 'again' })).toEqual(edited);
		await expect(decide(task, 'approve', first.question.hash)).rejects.toMatchObject({
			cause: { type: 'stale_hash' },
		});
		const { question } = await open(task, 2);
		await decide(task, 'reject', question.hash);
		expect(await task.result()).toMatchObject({
			outcome: 'rejected',
			decisions: [{ action: 'edit' }, { action: 'reject' }],
		});
		await eventually(
			() => desk.mailsOf('edited').map(({ question: number }) => number),
			(seen) => expect(seen).toEqual([1, 2]),
			'a reminder is a workflow of its own',
		);
		await recordHistory(desk.environment.client, 'edited', 'email-send-with-review.v1.edited');
	});

	it('names the version of an edit to its author, and no later one', async () => {
		const task = await desk.start('edited-twice');
		const first = await open(task);
		const draft = { to: ['ada@client.example'], cc: [], subject: 'Your order', content: 'Mine.' };
		const mine = await decide(task, 'edit', first.question.hash, { draft, id: 'mine' });
		const second = await open(task, 2);
		expect(mine.next?.hash).toBe(second.question.hash);
		await decide(task, 'edit', second.question.hash, { draft: { ...draft, content: 'Unseen.' } });
		const third = await open(task, 3);
		// Whoever sends the first edit again, and approves what it returns, would approve a text that they never saw.
		expect((await decide(task, 'edit', first.question.hash, { draft, id: 'mine' })).next).toBeNull();
		await decide(task, 'reject', third.question.hash);
	});

	it.each([
		['ada@client.example', 'Ada'],
		['bob@client.example', null],
	])('that is edited to go to %s names its recipient %s to the service', async (email, name) => {
		desk.mail.reports = ['settled'];
		const task = await desk.start(`named-${email}`, { name: 'Ada' });
		const { question } = await open(task);
		const draft = { to: [email], cc: [], subject: 'Your order', content: 'Other.' };
		const { next } = await decide(task, 'edit', question.hash, { draft });
		await decide(task, 'approve', next?.hash ?? '');
		expect(await task.result()).toMatchObject({ outcome: 'sent' });
		expect(desk.mail.conversationWith).toEqual({ email, name });
	});

	it('that is edited late sends one reminder for all that have passed, and the next one on time', async () => {
		const task = await desk.start('late-edit', { remindAfterSeconds: 2 * DAY_SECONDS });
		const { question } = await open(task);
		await desk.environment.sleep('5 days');
		await decide(task, 'edit', question.hash, {
			draft: { to: ['bob@client.example'], cc: [], subject: 'Other', content: 'Other.' },
		});
		const second = await open(task, 2);
		await desk.environment.sleep('2 days');
		await eventually(
			() => desk.remindersOf('late-edit'),
			(seen) => expect(seen).toEqual([0, 1, 2, 0, 3]),
			'a reminder is a workflow of its own',
		);
		await decide(task, 'reject', second.question.hash);
	});

	it('reminds once for all that passed while no worker ran', async () => {
		const draft = { to: ['ada@client.example'], cc: [], subject: 'Your order', content: 'It is on its way.' };
		const askedAt = (await desk.environment.currentTimeMs()) - 3 * DAY_SECONDS * 1000 - 60_000;
		const expiresAt = askedAt + 14 * DAY_SECONDS * 1000;
		const carried: EmailState = {
			...newEmailState(false, null),
			asked: 1,
			draft,
			told: { question: 1, reminders: 1 },
			sender: { mailboxId: 'mbx_1', address: 'help@shop.example', signature: '' },
			question: { number: 1, kind: 'approval', hash: 'h', reason: 'The task will send this email.', expiresAt },
		};
		const task = await desk.start('away', { remindAfterSeconds: 3600 }, carried);
		const { question } = await open(task);
		await desk.environment.sleep('2 hours');
		await eventually(
			() => desk.remindersOf('away'),
			(seen) => expect(seen).toEqual([72, 73, 74]),
			'a reminder is a workflow of its own',
		);
		await decide(task, 'reject', question.hash);
	});

	it('ends at once when it is cancelled, and sends nothing', async () => {
		const task = await desk.start('cancelled');
		await open(task);
		await task.cancel();
		await expect(task.result()).rejects.toMatchObject({ cause: { name: 'CancelledFailure' } });
		expect(desk.mail.replies).toBe(0);
	});
});
