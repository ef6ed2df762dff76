import './api/take-code';
import { render } from 'preact';
import { hasDrafts } from './api/drafts';
import { poller } from './api/live';
import { Shell } from './shell/shell';

document.addEventListener('visibilitychange', () => {
	if (!document.hidden) void poller.refresh();
});

// The browser asks before it closes or reloads the page.
window.addEventListener('beforeunload', (event) => {
	if (hasDrafts()) event.preventDefault();
});

const place = document.getElementById('console');
if (place === null) throw new Error('index.html has no element with the id "console".');
render(<Shell />, place);

// Without an export, esbuild takes this file for a CommonJS module and wraps every other one.
export {};
