import { type EndingOf, type Verdict, verdictOnItems } from '../task/outcomes';
import type { LeadExportResult } from './contract';

/** An agent counts if all of its leads are in the file, also if it has none. */
export function verdictOn({ agents, rows, file }: LeadExportResult): Verdict<EndingOf<'lead-export'>> {
	const gone = agents.filter((agent) => agent.gone).map(({ agentId }) => agentId);
	const missing = `. These agents were deleted or removed from the key during the export: ${gone.join(', ')}`;
	const message = `${file.name} has ${rows} leads${gone.length > 0 ? missing : ''}.`;
	const failures = gone.map((path) => ({ path, message: 'was deleted or removed from the key during the export.' }));
	return { ...verdictOnItems(agents.length - gone.length, agents.length, message), failures };
}
