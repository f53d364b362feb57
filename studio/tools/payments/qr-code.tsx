import encodeQr from 'qr';

/** A QR code for an address. It is dark on white in every theme, because cameras need that contrast. */
export function QrCode({ address, label }: { address: string; label: string }) {
  const rows = encodeQr(address, 'raw', { border: 4 });
  const dots = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')));
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shapeRendering="crispEdges"
      style={{ width: 'min(12rem, 100%)', background: '#fff' }}
    >
      <path d={dots.join('')} fill="#000" />
    </svg>
  );
}
