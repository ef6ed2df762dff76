/** What a plan allows. The specification gives only the number of pages of a Free agent; see docs/api-notes.md. */
export interface Plan {
	name: string;
	/** Message credits per calendar month. */
	messageCredits: number;
	/** Training data of the account, in bytes. */
	trainingDataBytes: number;
	/** Website pages of one training run. */
	pagesPerRetrain: number;
	maxMailboxes: number;
	/** Recipients per calendar month. */
	monthlyRecipients: number;
	/** Top questions, unanswered queries, satisfaction, visitor locations. */
	advancedAnalytics: boolean;
}

const MEBIBYTE = 1024 * 1024;

/** From the smallest to the largest. */
export const PLANS = {
	free: {
		name: 'Free',
		messageCredits: 100,
		trainingDataBytes: 10 * MEBIBYTE,
		pagesPerRetrain: 100,
		maxMailboxes: 1,
		monthlyRecipients: 100,
		advancedAnalytics: false,
	},
	pro: {
		name: 'Pro',
		messageCredits: 5_000,
		trainingDataBytes: 100 * MEBIBYTE,
		pagesPerRetrain: 1_000,
		maxMailboxes: 5,
		monthlyRecipients: 2_000,
		advancedAnalytics: true,
	},
	business: {
		name: 'Business',
		messageCredits: 50_000,
		trainingDataBytes: 1_000 * MEBIBYTE,
		pagesPerRetrain: 10_000,
		maxMailboxes: 25,
		monthlyRecipients: 20_000,
		advancedAnalytics: true,
	},
} as const satisfies Record<string, Plan>;

export type PlanId = keyof typeof PLANS;
export const PLAN_IDS = ['free', 'pro', 'business'] as const satisfies PlanId[];
