import Table from 'cli-table3';
import type { DecisionAnswer, Review } from '../review-client';

/** What a person has to see before they decide, and how they do. */
export function reviewText({ taskId, from, signature, draft, question, decisions }: Review): string {
	const rows: Array<[name: string, value: string | null | undefined]> = [
		['Task', taskId],
		['From', from],
		['To', draft?.to.join(', ')],
		['Cc', draft?.cc.join(', ')],
		['Subject', draft?.subject],
		['Text', draft?.content],
		['Signature', signature],
		[
			'Decided',
			decisions.map(({ at, by, action, note }) => `${at}  ${by}: ${action}${note ? ` (${note})` : ''}`).join('\n'),
		],
		['Asked', question?.reason],
		['Until', question?.expiresAt],
		['Hash', question?.hash],
	];
	const table = new Table({ wordWrap: true });
	for (const [name, value] of rows) if (value) table.push({ [name]: value });
	return [table.toString(), howToDecide(taskId, question)].join('\n');
}

/** What was decided, in one sentence. */
export function decisionText({ decision, next }: DecisionAnswer): string {
	const done = `${decision.by} decided: ${decision.action}.`;
	return next === null
		? done
		: `${done} Nothing is sent yet. The new version waits for a decision: --hash ${next.hash}`;
}

function howToDecide(taskId: string, question: Review['question']): string {
	if (question === null) return 'Nothing waits for a decision.';
	const actions = question.kind === 'approval' ? 'approve, edit or reject' : 'confirm_sent, retry_same_key or abandon';
	return `Decide with ${actions}:\n  agent-knowledge tasks decide ${taskId} <action> --hash ${question.hash}`;
}
