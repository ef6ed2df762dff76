import type { html } from 'hono/html';

/** HTML in which every value was escaped. */
export type Html = ReturnType<typeof html>;

/** The entries of the menu, by their addresses. */
export const MENU = {
	'/': 'Agents',
	'/dashboard/inbox': 'Inbox',
	'/dashboard/leads': 'Leads',
	'/dashboard/mail': 'Mail',
	'/dashboard/keys': 'API keys',
	'/dashboard/plan': 'Plan',
	'/dashboard/requests': 'Requests',
	'/dashboard/faults': 'Faults and clock',
	'/dashboard/generate': 'Generate',
} as const;

export interface Page {
	title: string;
	/** The entry of the menu it belongs to. */
	menu: keyof typeof MENU;
	content: Html;
}
