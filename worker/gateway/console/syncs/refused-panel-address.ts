import { openPanel, panelLink } from '../parts/panel';

/** The name of the panel of refused leads in the page's address. */
export const REFUSED_PANEL = 'refused';

/** @param id of a sync */
export function openRefused(id: string): void {
	openPanel(REFUSED_PANEL, id);
}

/** The address of the panel of refused leads, on the same page. @param id of a sync */
export function refusedLink(id: string): string {
	return panelLink(REFUSED_PANEL, id);
}
