import type { Text } from '../en.js';

/** Texts of the frame around the pages, in Vietnamese. */
export const shell: Text['shell'] = {
  service: 'Market Data',
  console: 'Market Data Console',
  skip: 'Đến nội dung',
  pages: 'Các trang',
  synthetic: 'Giả lập',
  syntheticData: '(dữ liệu)',
  toTheme: { dark: 'Chuyển sang giao diện tối', light: 'Chuyển sang giao diện sáng' },
  shortcuts: 'Phím tắt',
  guide: 'Hướng dẫn (mở thẻ mới)',
  signOut: 'Đăng xuất',
  cancel: 'Hủy',
  close: 'Đóng',
  dismiss: 'Bỏ qua',
  search: {
    label: 'Tìm chứng khoán theo mã, tên hoặc ISIN',
    placeholder: 'Tìm chứng khoán',
    results: 'Chứng khoán',
    count: (count) => `${count} kết quả`,
    nothing: (query) => `Không tìm thấy “${query}”`,
    index: 'Chỉ số',
  },
  keys: {
    everywhere: 'Mọi trang',
    search: 'Tìm kiếm',
    goTo: (page) => `Đến trang ${page}`,
    theme: 'Sáng hoặc tối',
    list: 'Danh sách này',
    on: 'Bật phím tắt',
  },
  signIn: {
    title: 'Đăng nhập',
    meaning: 'Biểu đồ, phê duyệt, nhập dữ liệu và quyền truy cập của dịch vụ này.',
    token: 'Token truy cập',
    hint: 'Chỉ giữ trong thẻ này của trình duyệt, và bị quên khi bạn đóng thẻ.',
    button: 'Đăng nhập',
    waits: 'Đang đăng nhập …',
    first: 'Lần khởi động đầu tiên của dịch vụ in ra một token quản trị. Tạo token khác bằng',
    ended: 'Token đã hết hạn hoặc đã bị thu hồi. Hãy đăng nhập bằng token khác.',
    notToken: 'Không phải token',
    notTokenDetail:
      'Token không có dấu cách, xuống dòng hay chữ cái ngoài ASCII. Bạn đã sao chép đúng và đủ chưa?',
  },
  errors: {
    page: 'Trang này gặp lỗi',
    noAnswer: 'Không có trả lời',
    unreachable: 'Không kết nối được với dịch vụ. Dịch vụ có đang chạy, và mạng có thông không?',
    unexplained: (status) => `Trả lời ${status} không kèm giải thích.`,
  },
  rights: {
    title: 'Token của bạn không có quyền này',
    needs: (may, permission, name, role) =>
      `${may} cần quyền ${permission}. Bạn đăng nhập là ${name} với vai trò ${role}. Hãy xin quản trị viên một vai trò khác.`,
    kinds: { user: 'một token người dùng', service: 'một token chương trình', gateway: 'một token cổng' },
  },
};
