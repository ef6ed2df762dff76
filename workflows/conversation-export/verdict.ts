import { type EndingOf, type Verdict, verdictOnItems } from '../task/outcomes';
import type { ConversationExportResult, MissingReason } from './contract';

type Ending = EndingOf<'conversation-export'>;

/** An agent counts if all of its conversations are in the file, also if it has none. */
export function verdictOn(result: ConversationExportResult): Verdict<Ending> {
	const { agents, missing } = result;
	const gone = agents.filter((agent) => agent.gone).map(({ agentId }) => agentId);
	const message = `${writtenIn(result)}${goneIn(gone)}${deletedIn(missing)}${unreadIn(missing)}`;
	const failures = [
		...gone.map((path) => ({ path, message: 'was deleted or removed from the key during the export.' })),
		...missing.conversations
			.filter(({ reason }) => WITHOUT.includes(reason))
			.map(({ agentId, conversationId, detail }) => ({
				path: conversationId ?? agentId,
				message: `has no transcript in the file${detail === null ? '.' : `: ${detail}`}`,
			})),
	];
	const { ending } = verdictOnItems(agents.length - gone.length, agents.length, message);
	const isWithout = WITHOUT.some((reason) => missing[reason] > 0);
	return { ending: ending === 'completed' && isWithout ? 'transcripts_missing' : ending, message, failures };
}

/** The file has what the list shows, and no transcript. */
const WITHOUT: readonly MissingReason[] = ['refused', 'failed', 'no_id'];

function writtenIn({ file, partitions, conversations, messages }: ConversationExportResult): string {
	const where = file?.name ?? `${partitions?.length ?? 0} files`;
	const has = file === null && partitions?.length !== 1 ? 'have' : 'has';
	return `${where} ${has} ${conversations} conversations with ${messages} messages.`;
}

function goneIn(gone: readonly string[]): string {
	if (gone.length === 0) return '';
	return ` These agents were deleted or removed from the key during the export: ${gone.join(', ')}.`;
}

function deletedIn({ deleted }: ConversationExportResult['missing']): string {
	if (deleted === 0) return '';
	return deleted === 1
		? ' 1 conversation was deleted during the export and is not in the file.'
		: ` ${deleted} conversations were deleted during the export and are not in the file.`;
}

function unreadIn(missing: ConversationExportResult['missing']): string {
	const count = WITHOUT.reduce((sum, reason) => sum + missing[reason], 0);
	if (count === 0) return '';
	return count === 1
		? ' The transcript of 1 conversation could not be read.'
		: ` The transcripts of ${count} conversations could not be read.`;
}
