import { ApiProblem } from '../errors/api-problem';

/** Refusals about Q&A pairs. */
export const qaPairProblems = {
	managedInDashboard: () =>
		new ApiProblem({
			type: 'media_pair',
			title: 'Managed in the dashboard only',
			status: 400,
			detail: 'Q&A pairs with images or video are managed only in the dashboard.',
			issues: [{ path: 'pairId', message: 'is a pair of kind media' }],
		}),
	/** The change stands all the same (specification, part 7). */
	indexingNotScheduled: () =>
		new ApiProblem({
			type: 'indexing_not_scheduled',
			title: 'Saved, indexed later',
			status: 503,
			detail:
				'The change is saved, but its indexing could not be scheduled. It is indexed with the next Q&A change of this agent.',
		}),
};
