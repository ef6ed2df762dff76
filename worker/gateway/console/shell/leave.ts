import { signOut } from '../api/session';

/** Signs out. The page reloads, so that nothing of what it has read or what was typed stays in the tab. */
export function leave(): void {
	signOut();
	location.reload();
}
