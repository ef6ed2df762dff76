import { html } from 'hono/html';
import type { Agent } from '../../database/agents-repository';
import type { Html } from '../page';

/** The choices of a field that names an agent. */
export function agentOptions(agents: readonly Agent[], chosen?: string): Html[] {
	return agents.map(
		({ id, name }) => html`<option value="${id}" ${id === chosen ? 'selected' : ''}>${name} (${id})</option>`,
	);
}

/** A list's filter by agent. */
export function agentFilter(agents: readonly Agent[], chosen: string): Html {
	return html`<label
		>Agent
		<select name="agent">
			${agentOptions(agents, chosen)}
		</select></label
	>`;
}
