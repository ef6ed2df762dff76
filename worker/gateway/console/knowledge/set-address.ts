import { openPanel, panelLink } from '../parts/panel';
import { setId, type SetName } from './set-id';

/** The name of the panel of a set in the page's address. */
export const SET_PANEL = 'set';

/** The name of the import of a table in the page's address. Its id names the set, or is empty. */
export const IMPORT_PANEL = 'import';

/** The address of the panel of a set, on the same page. */
export function setLink(set: SetName): string {
	return panelLink(SET_PANEL, setId(set));
}

/** The address of the panel that imports a file. @param set default: a new set */
export function importLink(set?: SetName): string {
	return panelLink(IMPORT_PANEL, set === undefined ? '' : setId(set));
}

/** Opens the import for a set that the person names. */
export function openImport(): void {
	openPanel(IMPORT_PANEL, '');
}
