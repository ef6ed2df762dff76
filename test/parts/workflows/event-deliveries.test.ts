import { z } from 'zod';
import { INTERNAL_QUEUE } from '../../../workflows/task-queues';
import { recordHistory } from '../replay/record-history';
import { DAY_SECONDS, useMail } from './use-mail';

const desk = useMail();

describe('an unavailable subscriber', () => {
	const event = {
		id: 'evt-1',
		type: 'task.completed',
		at: '2026-11-21T00:00:00.000Z',
		task: { id: 't', type: 'retrain-and-wait', connection: 'c', agentId: 'a' },
		data: { status: 'completed' },
	};
	const memo = z.looseObject({ result: z.looseObject({ outcome: z.string() }) });

	it('gets retries for days, until it responds', async () => {
		desk.mail.subscribers = ['subscription~1'];
		desk.mail.failDeliveries = 30;
		const { workflow } = desk.environment.client;
		await workflow.execute('publishEvent', { workflowId: 'event/evt-1', taskQueue: INTERNAL_QUEUE, args: [event] });
		const delivery = workflow.getHandle('deliver~evt-1~subscription~1');
		expect(await delivery.result()).toEqual({ outcome: 'delivered', status: 200 });
		expect(memo.parse((await delivery.describe()).memo).result.outcome).toBe('delivered');
		await recordHistory(desk.environment.client, 'event/evt-1', 'publish-event.told');
		await recordHistory(desk.environment.client, 'deliver~evt-1~subscription~1', 'deliver-event.delivered');
	});

	it('gets the same event again, in a separate delivery', async () => {
		const { workflow } = desk.environment.client;
		const resending = { event, subscriptionIds: ['subscription~1', 'subscription~2'] };
		await workflow.execute('resendEvents', {
			workflowId: 'resend/evt-1',
			taskQueue: INTERNAL_QUEUE,
			args: [[resending], 'key', []],
		});
		for (const id of resending.subscriptionIds)
			expect(await workflow.getHandle(`deliver~evt-1~${id}~again~key`).result()).toMatchObject({
				outcome: 'delivered',
			});
		await recordHistory(desk.environment.client, 'resend/evt-1', 'resend-events.told');
	});

	it('is given up after three days', async () => {
		desk.mail.failDeliveries = Infinity;
		const args = [{ subscriptionId: 'subscription~1', event }];
		const delivery = await desk.environment.client.workflow.start('deliverEvent', {
			workflowId: 'deliver/given-up',
			taskQueue: INTERNAL_QUEUE,
			args,
		});
		await expect(delivery.result()).rejects.toThrow();
		const { startTime, closeTime } = await delivery.describe();
		const days = (Number(closeTime) - Number(startTime)) / (DAY_SECONDS * 1000);
		expect(Math.round(days)).toBe(3);
	});
});
