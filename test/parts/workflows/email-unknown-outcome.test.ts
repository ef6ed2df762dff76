import { recordHistory } from '../replay/record-history';
import { eventually } from '../../support/time/eventually';
import { approved, DAY_SECONDS, decide, open, useMail } from './use-mail';

const IN_DOUBT = 'email-send-with-review.v1.refused-in-doubt';

const desk = useMail();

describe('lost responses', () => {
	it('are retried six times in fifteen minutes, then a person is asked, who requests another attempt', async () => {
		desk.mail.loseReplies = 6;
		desk.mail.reports = ['settled'];
		const task = await approved(await desk.start('uncertain'));
		await desk.environment.sleep('14 minutes');
		expect(desk.mail.replies).toBe(5);
		await desk.environment.sleep('2 minutes');
		const asked = await open(task, 2);
		expect(desk.mail.replies).toBe(6);
		expect(asked.question.kind).toBe('uncertain');
		await decide(task, 'retry_same_key', asked.question.hash);
		expect(await task.result()).toMatchObject({ outcome: 'sent', audit: { sendRounds: 2, uncertain: true } });
		expect(desk.mail.replies).toBe(7);
		await recordHistory(desk.environment.client, 'uncertain', 'email-send-with-review.v1.uncertain');
	});

	it('end as an unknown outcome when nobody decides in time', async () => {
		desk.mail.loseReplies = 6;
		const task = await approved(await desk.start('unknown', { remindAfterSeconds: 10 * DAY_SECONDS }));
		expect(await task.result()).toMatchObject({ outcome: 'unknown', deliveryId: null });
		expect(desk.remindersOf('unknown')).toEqual([0, 0, 1]);
	});

	it.each([
		['confirm_sent', 'confirmed_sent'],
		['abandon', 'abandoned'],
	] as const)('are settled by %s', async (action, outcome) => {
		desk.mail.reports = ['uncertain'];
		const task = await approved(await desk.start(outcome, { resumeAutoReplies: true }));
		const asked = await open(task, 2);
		await decide(task, action, asked.question.hash);
		expect(await task.result()).toMatchObject({ outcome, autoReplies: { asked: true, resumed: true } });
		expect(desk.mail.replies).toBe(1);
	});
});

describe('a refusal', () => {
	const KEY_REVOKED = Array<401>(5).fill(401);

	it('of the first attempt reports that nothing was sent', async () => {
		desk.mail.refuseReplies = [403];
		const task = await approved(await desk.start('refused'));
		await expect(task.result()).rejects.toMatchObject({
			cause: { message: expect.stringContaining('Nothing was sent. The service says 403.') as string },
		});
		expect(desk.mail.looks).toBe(0);
	});

	it.each([
		['does not show the mail', false],
		['is refused too', true],
	])('after a lost response and a replaced key needs a person when the look %s', async (_, refused) => {
		desk.mail.loseReplies = 1;
		desk.mail.refuseReplies = [...KEY_REVOKED, 403];
		desk.mail.refuseLooks = refused;
		const task = await approved(await desk.start('refused-in-doubt'));
		await desk.environment.sleep('16 minutes');
		const { question } = await open(task, 2);
		expect(question).toMatchObject({ kind: 'uncertain', reason: expect.stringContaining('says 403') as string });
		expect([desk.mail.replies, desk.mail.looks]).toEqual([7, 2]);
		await decide(task, 'abandon', question.hash);
		expect(await task.result()).toMatchObject({ outcome: 'abandoned', audit: { uncertain: true } });
		if (!refused) await recordHistory(desk.environment.client, 'refused-in-doubt', IN_DOUBT);
	});

	it('of the key after a lost response leads to a look, and nothing is sent again when the look shows the mail', async () => {
		desk.mail.loseReplies = 1;
		desk.mail.refuseReplies = KEY_REVOKED;
		desk.mail.found = 'edlv_1';
		desk.mail.reports = ['settled'];
		const task = await approved(await desk.start('key-replaced'));
		expect(await task.result()).toMatchObject({ outcome: 'sent', deliveryId: 'edlv_1' });
		expect([desk.mail.replies, desk.mail.looks]).toEqual([6, 1]);
	});

	it('in a later round does not end the task: an earlier request may have taken effect', async () => {
		desk.mail.loseReplies = 6;
		desk.mail.refuseReplies = [403];
		const task = await approved(await desk.start('refused-later'));
		await desk.environment.sleep('16 minutes');
		const { question } = await open(task, 2);
		await decide(task, 'retry_same_key', question.hash);
		const asked = await open(task, 3);
		expect(asked.question).toMatchObject({ kind: 'uncertain', reason: expect.stringContaining('says 403') as string });
		await decide(task, 'abandon', asked.question.hash);
		expect(await task.result()).toMatchObject({ outcome: 'abandoned', audit: { sendRounds: 2 } });
	});
});

describe('a delivery', () => {
	it('is followed for as long as the input says', async () => {
		desk.mail.reports = ['progress', 'time-over'];
		const task = await approved(await desk.start('not-followed'));
		expect(await task.result()).toMatchObject({
			outcome: 'not_followed',
			deliveryId: 'edlv_1',
			detail: expect.stringContaining('time to follow') as string,
		});
	});

	it('that can no longer be read counts as sent, and the result and the event report it', async () => {
		desk.mail.reports = ['progress', 403];
		const task = await approved(await desk.start('not-readable', { resumeAutoReplies: true }));
		expect(await task.result()).toMatchObject({
			outcome: 'not_followed',
			deliveryId: 'edlv_1',
			decisions: [{ action: 'approve' }],
			detail: expect.stringContaining('The service says 403.') as string,
			autoReplies: { asked: true, resumed: true },
		});
		expect([desk.mail.replies, desk.mail.resumed]).toEqual([1, 1]);
		// Each event is published by a workflow of its own, so two at once may arrive in either order.
		await eventually(
			() => desk.mail.events.some(({ type }) => type === 'task.completed'),
			Boolean,
			'each event is published by a workflow of its own',
		);
		await eventually(
			() => desk.mail.events.filter(({ type }) => type === 'email.outcome'),
			(seen) => expect(seen).toMatchObject([{ task: { id: 'not-readable' }, data: { outcome: 'not_followed' } }]),
			'each event is published by a workflow of its own',
		);
	});

	it('that failed as a whole is no longer followed, and the result gives the reason of the service', async () => {
		desk.mail.reports = ['failed'];
		const task = await approved(await desk.start('failed'));
		expect(await task.result()).toMatchObject({
			outcome: 'not_followed',
			outcomes: [],
			detail: expect.stringContaining('The service says: failed: The mailbox is suspended.') as string,
		});
	});

	it('can still be cancelled while it is followed', async () => {
		const task = await approved(await desk.start('cancelled'));
		await eventually(() => desk.mail.replies > 0, Boolean, 'the mail is sent once it is approved');
		await task.cancel();
		await expect(task.result()).rejects.toMatchObject({ cause: { name: 'CancelledFailure' } });
	});
});
