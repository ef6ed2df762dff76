import { openPanel } from '../../parts/panel';

/** The name of the import of a table in the page's address. Its id names the set, or is empty. */
export const IMPORT_PANEL = 'import';

/** Opens the import for a set that the person names. */
export function openImport(): void {
	openPanel(IMPORT_PANEL, '');
}
