/** Draws the image requests of a month: one bar per day, one color per key. */

/** @typedef {{ days: string[], keys: { name: string, byDay: number[] }[] }} UsageReport */

const Chart = /** @type {typeof import('chart.js').Chart} */ (Reflect.get(window, 'Chart'));
const canvas = /** @type {HTMLCanvasElement | null} */ (document.getElementById('chart'));

/** @returns {UsageReport | undefined} */
function readReport() {
  const data = /** @type {HTMLElement | null} */ (document.querySelector('[data-chart]'))?.dataset['chart'];
  return data ? JSON.parse(data) : undefined;
}

/** CSS variables, so that the colors follow the theme. usage/ImageRequests.tsx uses the same six. */
const seriesColors = ['--series-1', '--series-2', '--series-3', '--series-4', '--series-5', '--series-6'];
/**
 * The current value of a color variable.
 * @param {string} name
 */
function colorOf(name) {
  const probe = document.createElement('span');
  probe.style.color = `var(${name})`;
  document.body.append(probe);
  const { color: value } = getComputedStyle(probe);
  probe.remove();
  return value;
}

/** @param {UsageReport} data */
function datasets({ keys }) {
  return keys.map(({ name, byDay }, index) => ({
    label: name,
    data: byDay,
    backgroundColor: colorOf(seriesColors[index % seriesColors.length] ?? '--series-1'),
    borderRadius: 3,
    maxBarThickness: 28,
  }));
}

function draw() {
  const data = readReport();
  if (!canvas || !data) return undefined;
  const mutedColor = colorOf('--muted');
  const lineColor = colorOf('--line');
  Chart.defaults.font.family = 'Inter, sans-serif';
  Chart.defaults.color = mutedColor;
  return new Chart(canvas, {
    type: 'bar',
    data: { labels: data.days.map((day) => String(Number(day.slice(8)))), datasets: datasets(data) },
    options: {
      maintainAspectRatio: false,
      animation: matchMedia('(prefers-reduced-motion: reduce)').matches ? false : { duration: 300 },
      interaction: { mode: 'index', intersect: false },
      scales: {
        x: { stacked: true, grid: { display: false }, border: { color: lineColor } },
        y: {
          stacked: true,
          beginAtZero: true,
          grid: { color: lineColor },
          border: { display: false },
          ticks: { precision: 0 },
        },
      },
      plugins: {
        legend: {
          display: data.keys.length > 1,
          position: 'bottom',
          labels: { boxWidth: 10, boxHeight: 10, useBorderRadius: true, borderRadius: 3 },
        },
        tooltip: {
          filter: ({ parsed }) => (parsed.y ?? 0) > 0,
          callbacks: { title: ([item]) => data.days[item?.dataIndex ?? 0] ?? '' },
        },
      },
    },
  });
}

let chart = draw();
document.addEventListener('refreshed', () => {
  const data = readReport();
  if (!chart || !data) return;
  chart.data.datasets = datasets(data);
  chart.update('none');
});

function redraw() {
  chart?.destroy();
  chart = draw();
}
document.addEventListener('themechange', redraw);
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw);
