import type { IDataObject } from 'n8n-workflow';
import { done, failed, type Sample, SAMPLE_AGENT, textOr, textsOr } from './sample';

const NUMBERS = {
	leads: [12, 9],
	conversations: [240, 251],
	openQuestions: [7, 8],
	codConfirmed: [3, 1],
	codSettled: [4, 2],
	codRate: [0.75, 0.5],
	creditsUsed: [1_234, 1_000],
	failedSources: [0, 1],
	failedTasks: [0, 0],
};
const WEEK = { firstDay: '2026-01-05', lastDay: '2026-01-11', timeZone: 'UTC', locale: 'en' };

export const reportSamples: readonly Sample[] = [
	failed,
	{
		value: 'reported',
		name: 'Reported',
		description: 'The report is made. Its files are made up.',
		end({ input, taskId, at }) {
			const numbers = Object.entries(NUMBERS).map(([name, [now, before]]) => [name, { now, before, note: null }]);
			const measures = Object.fromEntries(numbers) as IDataObject;
			const file = (ending: string, contentType: string) => {
				const name = `weekly-report-sample.${ending}`;
				const link = `/v1/tasks/${encodeURIComponent(taskId)}/files/${name}`;
				return { name, contentType, bytes: 1, sha256: '0', link, expiresAt: at };
			};
			const agents = textsOr(input['agentIds'], [SAMPLE_AGENT]).map((agentId) => {
				return { agentId, name: null, status: 'read', measures, unrecognised: [] };
			});
			const of = `${agents.length} ${agents.length === 1 ? 'agent' : 'agents'}`;
			const message = `The report for ${WEEK.firstDay} to ${WEEK.lastDay} has ${of}.`;
			return done('completed', 'Completed', message, {
				version: 1,
				connection: textOr(input['connection'], 'sample'),
				week: WEEK,
				asOf: at,
				totals: measures,
				agents,
				calls: 8,
				recipients: textsOr(input['mailTo'], []).length,
				file: file('html', 'text/html'),
				json: file('json', 'application/json'),
				csv: file('csv', 'text/csv'),
			});
		},
	},
];
