import { DATE_STYLE } from './sheet-cells';

// The parts of an XLSX package that are not rows (ECMA-376, part 1).

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/**
 * The beginning of a sheet. Strict readers take no row beyond its dimension, so that it never says too few. The title row
 * stays visible.
 * @param dimension its first and last cell, as in `A1:K7`
 */
export function sheetHead(dimension: string): string {
	return `${XML}<worksheet xmlns="${MAIN}"><dimension ref="${dimension}"/><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>`;
}

export const SHEET_TAIL = '</sheetData></worksheet>';

export function sheetPath(sheet: number): string {
	return `xl/worksheets/sheet${sheet}.xml`;
}

/** All parts except the sheets, by path. */
export function packageParts(sheets: number): Record<string, string> {
	const each = (part: (sheet: number) => string) =>
		Array.from({ length: sheets }, (_, index) => part(index + 1)).join('');
	return {
		'[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${SHEET_TYPE}.sheet.main+xml"/>${each((sheet) => `<Override PartName="/${sheetPath(sheet)}" ContentType="${SHEET_TYPE}.worksheet+xml"/>`)}<Override PartName="/xl/styles.xml" ContentType="${SHEET_TYPE}.styles+xml"/></Types>`,
		'_rels/.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
		'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${each((sheet) => `<sheet name="${nameOf(sheet)}" sheetId="${sheet}" r:id="rId${sheet}"/>`)}</sheets></workbook>`,
		'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships">${each((sheet) => `<Relationship Id="rId${sheet}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${sheet}.xml"/>`)}<Relationship Id="rId${sheets + 1}" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
		'xl/styles.xml': STYLES,
	};
}

/** Formats below 164 are those of the programs (ECMA-376, part 1, 18.8.30). */
const DATE_FORMAT = 164;
const XF = 'fontId="0" fillId="0" borderId="0" xfId="0"';
/** Plain, and the date. */
const XFS = [`<xf numFmtId="0" ${XF}/>`];
XFS[DATE_STYLE] = `<xf numFmtId="${DATE_FORMAT}" ${XF} applyNumberFormat="1"/>`;

const STYLES = `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="${DATE_FORMAT}" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${XFS.length}">${XFS.join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

function nameOf(sheet: number): string {
	return sheet === 1 ? 'Leads' : `Leads ${sheet}`;
}
