import { problems } from '../problems/problems';
import type { StoredMailbox } from '../database/mailboxes-repository';

/**
 * What the agent may use when it answers mail of a mailbox; the specification names none. Without the first, Q&A pairs
 * alone answer; by the second, whoever opens a conversation becomes a lead; without the third, the agent says itself
 * that it does not know instead of leaving the mail to a person.
 */
export const MAILBOX_TOOLS = [
	{ name: 'search_knowledge', title: 'Search the knowledge' },
	{ name: 'capture_lead', title: 'Capture a lead' },
	{ name: 'hand_over', title: 'Hand over to a teammate' },
] as const;

export type MailboxTool = (typeof MAILBOX_TOOLS)[number]['name'];

export const mayUse = ({ toolAllowlist }: Pick<StoredMailbox, 'toolAllowlist'>, tool: MailboxTool): boolean =>
	toolAllowlist.includes(tool);

/** @throws ApiProblem invalid_request, naming each unknown tool */
export function checkTools(names: string[]): void {
	const known = MAILBOX_TOOLS.map(({ name }): string => name);
	const issues = names.flatMap((name, index) =>
		known.includes(name)
			? []
			: [{ path: `settings.toolAllowlist.${index}`, message: `is no tool; use ${known.join(', ')}` }],
	);
	if (issues.length > 0) throw problems.invalidRequest('The tool allowlist names an unknown tool.', issues);
}
