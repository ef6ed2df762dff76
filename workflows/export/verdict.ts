import { skippedWords } from '../leads/filter';
import { type EndingOf, type Verdict, verdictOnItems } from '../task/outcomes';
import type { LeadExportResult } from './contract';

/** An agent counts if all of its leads are in the file, also if it has none. */
export function verdictOn({ agents, rows, file, audit }: LeadExportResult): Verdict<EndingOf<'lead-export'>> {
	const gone = agents.filter((agent) => agent.gone).map(({ agentId }) => agentId);
	const missing = `. These agents were deleted or removed from the key during the export: ${gone.join(', ')}`;
	const message = `${file.name} has ${rows} leads${skippedWords(audit.skipped)}${gone.length > 0 ? missing : ''}.${sharedIn(audit)}`;
	const failures = gone.map((path) => ({ path, message: 'was deleted or removed from the key during the export.' }));
	return { ...verdictOnItems(agents.length - gone.length, agents.length, message), failures };
}

/** Visitors choose names of form fields, so that a table may need more columns than it can have. */
function sharedIn({ sharedFields = 0 }: LeadExportResult['audit']): string {
	if (sharedFields === 0) return '';
	const leads = sharedFields === 1 ? '1 lead has' : `${sharedFields} leads have`;
	return ` ${leads} form fields beyond the 200 columns for them. They are in the column "fields", as JSON.`;
}
