import { eventually } from '../../../support/time/eventually';
import { Mailboxes } from '../../../support/gateway/mailboxes';
import type { OpenTask, PrepareTask } from './open-task';

interface Question {
	/** Approves the version that was shown. @param status of the gateway's response */
	approve: (status?: number) => Promise<void>;
	/** Waits until the service has queued the mail. */
	untilQueued: () => Promise<void>;
}

/** @param answer what is done before the worker changes, once a question is asked */
function mail(answer: (question: Question) => Promise<Pick<OpenTask, 'meanwhile' | 'release'>>): PrepareTask {
	return async (stack, key) => {
		const agentId = await stack.newAgent('Writes');
		const replies = `/agents/${agentId}/email/replies`;
		const { sandbox } = stack.stack;
		const mailboxes = new Mailboxes({ sandbox: { ...sandbox, seedKey: sandbox.apiKey } }, agentId);
		await mailboxes.active(`${key}@shop.example`.toLowerCase());
		const to = `${key}@client.example`.toLowerCase();
		return async () => {
			const content = { subject: 'Your order', content: 'It is on its way.' };
			const id = await stack.begin('email-send-with-review', key, { agentId, to: [to], ...content });
			const link = `/v1/tasks/${id}`;
			const { question } = await stack.reviews.question(link);
			return {
				id,
				...(await answer({
					async approve(status = 200) {
						const reply = await stack.reviews.decide(link, 'yes', { action: 'approve', hash: question.hash });
						expect(reply).toMatchObject({ status });
					},
					async untilQueued() {
						await eventually(
							async () => (await stack.accepted('POST', replies)).length,
							(seen) => seen > 0,
							`A mail to ${to}`,
						);
						expect(await mailboxes.received(to)).toEqual([]);
					},
				})),
				async verify() {
					expect(await stack.reviews.ended(link)).toMatchObject({
						status: 'completed',
						result: { outcome: 'sent', outcomes: [{ address: to, status: 'delivered' }], audit: { uncertain: false } },
					});
					expect(await mailboxes.received(to)).toHaveLength(1);
					expect(await stack.accepted('POST', replies)).toHaveLength(1);
				},
			};
		};
	};
}

/** Nobody has decided yet. Without a worker, the gateway does not take the decision. Later the same decision counts once. */
export const mailInReview = mail(({ approve }) =>
	Promise.resolve({ meanwhile: () => approve(503), release: () => approve() }),
);

/** It is approved and queued, and not delivered. */
export const mailOnItsWay = mail(async ({ approve, untilQueued }) => {
	await approve();
	await untilQueued();
	return {};
});
