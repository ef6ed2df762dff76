import { safeHtml } from './safe-html';

describe('safeHtml', () => {
	it('renders Markdown', () => {
		expect(safeHtml('It is **free**:\n\n* one\n* two')).toContain('<strong>free</strong>');
	});

	it.each([
		'<script>alert(1)</script>',
		'<img src=x onerror=alert(1)>',
		'[a](javascript:alert(1))',
		'![a](https://example.com/pixel.png)',
		'<a href="https://example.com" onclick="alert(1)">a</a>',
		'<svg><style><img src=x onerror=alert(1)></style></svg>',
		'[a](data:text/html;base64,PHNjcmlwdD4=)',
	])('lets nothing run or load: %s', (markdown) => {
		expect(safeHtml(markdown)).not.toMatch(/<(script|img|svg|style)|<[^>]*(onerror|onclick|javascript:|data:)/i);
	});

	it('opens links apart from the page', () => {
		expect(safeHtml('[shop](https://example.com/)')).toContain('rel="noopener noreferrer nofollow"');
	});
});
