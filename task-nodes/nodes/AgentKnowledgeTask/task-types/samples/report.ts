import { done, failed, type Sample, SAMPLE_AGENT, textOr, textsOr } from './sample';

const WEEK = { firstDay: '2026-01-05', lastDay: '2026-01-11', timeZone: 'UTC', locale: 'en' };

export const reportSamples: readonly Sample[] = [
	failed,
	{
		value: 'reported',
		name: 'Reported',
		description: 'The report is made, without its files',
		end({ input, at }) {
			const agents = textsOr(input['agentIds'], [SAMPLE_AGENT]);
			const measures = { leads: { now: 12, before: 9, note: null } };
			const result = {
				version: 1,
				connection: textOr(input['connection'], 'sample'),
				week: WEEK,
				asOf: at,
				totals: measures,
				agents: agents.map((agentId) => ({ agentId, name: null, status: 'read', measures, unrecognised: [] })),
				calls: 8,
				recipients: textsOr(input['mailTo'], []).length,
			};
			return done('completed', 'Completed', 'The report is made.', result);
		},
	},
];
