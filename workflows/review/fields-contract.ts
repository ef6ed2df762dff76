import { z } from 'zod';
import { emailAddressSchema } from '../../api';
import { inForm } from '../task/field-form';

export const DAY_SECONDS = 24 * 3600;
/** As far as a task can be seen after its end. */
export const LONGEST_SECONDS = 30 * DAY_SECONDS;

/** Whom a task with a review asks, and how often. */
export const reviewFields = {
	reviewers: z
		.array(emailAddressSchema)
		.max(20, 'has more than 20 addresses')
		.optional()
		.describe('Reviewers to notify by email when a decision is needed. Requires a configured mail server')
		.meta(inForm('Reviewers', { item: 'address' })),
	remindAfterSeconds: z
		.int()
		.min(60)
		.max(LONGEST_SECONDS)
		.optional()
		.describe('Remind the reviewers each time this many seconds pass without a decision. Default: no reminder')
		.meta(
			inForm('Reminder', {
				unit: 'seconds',
				isRare: true,
				help: 'Remind the reviewers each time this time passes without a decision. Default: no reminder',
			}),
		),
};

/** How long a question waits. @param days by default */
export function decisionTime(days: number) {
	return z
		.int()
		.min(60)
		.max(LONGEST_SECONDS)
		.default(days * DAY_SECONDS)
		.describe('Seconds that each question waits for a person. After that, nothing is sent')
		.meta(
			inForm('Time for a decision', {
				unit: 'seconds',
				isRare: true,
				help: 'How long each question waits for a person. After that, nothing is sent',
			}),
		);
}
