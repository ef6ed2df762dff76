import { MEASURES } from '../../workflows/weekly-report/measures';
import { csvDialect } from '../storage/tables/csv-dialect';
import type { Report } from './report';

const COLUMNS = ['connection', 'firstDay', 'lastDay', 'agentId', 'agent', 'measure', 'week', 'weekBefore', 'reason'];

/**
 * A row for each agent and measure, and for the totals, whose agent is empty. An empty number is not known, and `reason`
 * says why.
 */
export function csvOf({ connection, week, agents, totals }: Report): string {
	const sections = [...agents, { agentId: '', name: '', measures: totals }];
	const rows = sections.flatMap(({ agentId, name, measures }) =>
		MEASURES.map((measure) => {
			const { now, before, note } = measures[measure];
			const numbers = [measure, now ?? '', before ?? '', note?.reason ?? ''];
			return [connection, week.firstDay, week.lastDay, agentId, name ?? '', ...numbers];
		}),
	);
	const csv = csvDialect('any');
	return csv.head(COLUMNS) + csv.lines(COLUMNS, rows);
}
