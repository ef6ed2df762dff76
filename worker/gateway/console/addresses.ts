/** The pages of the console by their addresses. The gateway serves the same file for each, and the router shows one. */
export const ADDRESSES = [
	'/',
	'/incidents',
	'/tasks',
	'/start',
	'/schedules',
	'/syncs',
	'/knowledge',
	'/destinations',
	'/connections',
	'/notifications',
	'/persons',
] as const;

export type Address = (typeof ADDRESSES)[number];

/** The names of the pages, in the navigation and as headings. */
export const TITLES: Readonly<Record<Address, string>> = {
	'/': 'Overview',
	'/incidents': 'Incidents',
	'/tasks': 'Tasks',
	'/start': 'Start a task',
	'/schedules': 'Schedules',
	'/syncs': 'Syncs',
	'/knowledge': 'Knowledge',
	'/destinations': 'Destinations',
	'/connections': 'Connections',
	'/notifications': 'Notifications',
	'/persons': 'Personal data',
};

/** Where the gateway's own help is about a page. It is made of docs/pages.md, whose headings are the names of the pages. */
export function helpOf(page: Address): string {
	return `/help#${TITLES[page].toLowerCase().replaceAll(' ', '-')}`;
}
