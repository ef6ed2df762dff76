import { html } from 'hono/html';
import type { Measure, MeasureName } from '../../workflows/weekly-report/measures';
import { BEFORE, FONT, INK, NOW, SOFT } from './style';
import { sentence, type Writer } from './words';

type Html = ReturnType<typeof html>;

/** Little is seen too. In per cent. */
const SHORTEST = 1;

/**
 * The chart: of each measure a bar for the week above a paler one for the week before, both against the longer of the
 * two. A bar is a cell with a colour, because mail programs draw nothing else.
 */
export function barsOf(name: MeasureName, measure: Measure, writer: Writer): Html {
	const { label, now, before, change, note } = writer.say(name, measure);
	const most = Math.max(measure.now ?? 0, measure.before ?? 0);
	const width = (value: number) => Math.max(SHORTEST, Math.round((value / most) * 100));
	const hasBar = (value: number | null): value is number => value !== null && value > 0;
	return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
		<tr>
			<td style="${FONT}font-size:15px;line-height:22px;color:${INK}">${label}</td>
			<td align="right" style="${FONT}font-size:18px;line-height:22px;font-weight:bold;color:${INK}">${now}</td>
		</tr>
		${
			hasBar(measure.now)
				? html`<tr>
						<td colspan="2">${bar(width(measure.now), NOW, 12)}</td>
					</tr>`
				: ''
		}
		${
			hasBar(measure.before)
				? html`<tr>
						<td colspan="2" style="padding-top:2px">${bar(width(measure.before), BEFORE, 6)}</td>
					</tr>`
				: ''
		}
		<tr>
			<td colspan="2" style="${FONT}padding:2px 0 14px 0;font-size:13px;line-height:18px;color:${SOFT}">
				${underBar({ before, change, note })}
			</td>
		</tr>
	</table>`;
}

function underBar({ before, change, note }: { before: string; change: string; note: string }): string {
	const compared = change === '' ? [] : [`${change}, from ${before}`];
	return [...compared, ...(note === '' ? [] : [sentence(note)])].join('. ');
}

/** Which bar is which. */
export function legend(): Html {
	const mark = (colour: string) => html`<span style="color:${colour}">&#9632;</span>`;
	return html`${mark(NOW)} the week &nbsp; ${mark(BEFORE)} the week before`;
}

/** @param width in per cent @param height in pixels */
function bar(width: number, colour: string, height: number): Html {
	const size = `height:${height}px;font-size:1px;line-height:${height}px`;
	const rest = 100 - width;
	return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
		<tr>
			<td width="${width}%" height="${height}" bgcolor="${colour}" style="background-color:${colour};${size}">
				&nbsp;
			</td>
			${rest === 0 ? '' : html`<td width="${rest}%" height="${height}" style="${size}">&nbsp;</td>`}
		</tr>
	</table>`;
}
