import { problems } from '../errors/problems';

/** What the agent may use when it answers mail of a mailbox; the specification names none. */
export const MAILBOX_TOOLS = [
	{ name: 'search_knowledge', title: 'Search the knowledge' },
	{ name: 'capture_lead', title: 'Capture a lead' },
	{ name: 'hand_over', title: 'Hand over to a teammate' },
];

/** @throws ApiProblem invalid_request, naming each unknown tool */
export function checkTools(names: string[]): void {
	const known = MAILBOX_TOOLS.map(({ name }) => name);
	const issues = names.flatMap((name, index) =>
		known.includes(name)
			? []
			: [{ path: `settings.toolAllowlist.${index}`, message: `is no tool; use ${known.join(', ')}` }],
	);
	if (issues.length > 0) throw problems.invalidRequest('The tool allowlist names an unknown tool.', issues);
}
