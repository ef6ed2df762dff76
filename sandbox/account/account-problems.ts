import { ApiProblem } from '../errors/api-problem';
import { PLANS } from './plans';

/** Refusals that rest on the plan (specification, part 7). */
export const accountProblems = {
	creditsExhausted: (limit: number) =>
		new ApiProblem({
			type: 'credits_exhausted',
			title: 'Message credits are used up',
			status: 402,
			detail: `All ${limit} message credits of this month are used. Wait for the next month, or choose a larger plan.`,
		}),
	advancedAnalyticsNeeded: (plan: string) =>
		new ApiProblem({
			type: 'plan_required',
			title: 'Not part of this plan',
			status: 403,
			detail: `Advanced analytics is not part of the plan ${plan}. It begins with the plan ${firstWithAnalytics()}.`,
		}),
};

function firstWithAnalytics(): string {
	return Object.values(PLANS).find((plan) => plan.advancedAnalytics)?.name ?? 'Business';
}
